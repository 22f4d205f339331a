import type { GraphQLSchema } from 'graphql';
import type { Report } from '../check/report/report.ts';
import type { GatewayOptions } from '../config/options.ts';
import type { Executor, ToolResult } from '../core/call.ts';
import type { CallContext } from '../core/caller.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { Catalog } from '../core/tool.ts';
import type { Log } from '../core/log.ts';
import type { NodeServer } from '../serve/node.ts';
import type { CheckOptions } from './check-tools.ts';
import type { ReloadOutcome } from './reload.ts';

/** What `createGateway` takes: the options of `gateway.yaml`, and what only code can give. */
export interface CreateGatewayOptions extends Omit<GatewayOptions, 'schema'> {
  /**
   * Globs of SDL files or an introspection result, as in the file; or an executable schema, which
   * then also answers in process when there is neither `executor` nor `endpoint`.
   */
  readonly schema?: string | readonly string[] | GraphQLSchema;
  /** Runs the operations in place of the HTTP client. */
  readonly executor?: Executor;
  /** Makes the resolvers' context of a call, for an executable `schema`. @default the call itself */
  readonly contextOf?: (call: CallContext) => unknown;
  /** Folder that paths and globs are relative to. @default the current folder */
  readonly baseDir?: string;
  /** Values of `${env:NAME}` and `fromEnv`. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where findings and bugs are told. @default nowhere */
  readonly log?: Log;
}

/** A running gateway. */
export interface Gateway {
  /** Answers an HTTP request; mount it in any server that speaks web standards. */
  fetch(request: Request): Response | Promise<Response>;
  /**
   * Serves on a socket, by host, port and `drainMs` of the options' `server`.
   * Throws a `GatewayError` when the port cannot be used.
   */
  listen(): Promise<NodeServer>;
  /** The tools that are served now. */
  readonly catalog: Catalog;
  /** What there is to say about the sources as they were last read. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Calls a tool from code, as an MCP client would.
   *
   * Throws a `GatewayError` when there is no such tool; whatever else goes wrong is a result.
   */
  call(tool: string, args?: unknown, context?: Partial<CallContext>): Promise<ToolResult>;
  /** Reads the sources again, and serves the new tools if they are sound. */
  reload(): Promise<ReloadOutcome>;
  /** Hears of every reload, whoever asked for it; answers what stops it. */
  onReload(listener: (outcome: ReloadOutcome) => void): () => void;
  /**
   * Compares the tools as they were last read with those that others rely on: the lock file, or a
   * running gateway. A gateway that is locked is checked with what the lock keeps from being served.
   *
   * Throws a `GatewayError` when there is no lock, or the other gateway cannot be asked.
   */
  check(options?: CheckOptions): Promise<Report>;
  /**
   * Stops serving what `listen` serves, when running calls have ended or `drainMs` has passed; ends
   * streams, watchers and connections.
   */
  close(): Promise<void>;
}
