import type { GraphQLSchema } from 'graphql';
import type { IdentifyCaller } from '../auth/authenticator.ts';
import type { Report } from '../check/report/report.ts';
import type { GatewayOptions } from '../config/options.ts';
import type { Executor, ToolResult, CallContext } from '../core/call.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { Log } from '../core/log.ts';
import type { RequestHeaders } from '../execute/caller/request-headers.ts';
import type { Catalog } from '../core/tool.ts';
import type { NodeServer } from '../serve/node.ts';
import type { CheckOptions } from './check.ts';
import type { ReloadOutcome } from './reload.ts';

/** Options of `createGateway`: those of `gateway.yaml`, and some that exist only in code. */
export interface CreateGatewayOptions extends Omit<GatewayOptions, 'schema'> {
  /**
   * Globs of SDL files or an introspection result, as in the file; or an executable schema, which
   * also executes the operations in process unless `executor` or `endpoint` is set.
   */
  readonly schema?: string | readonly string[] | GraphQLSchema;
  /** Executes the operations instead of the HTTP client. */
  readonly executor?: Executor;
  /** Completes the headers of requests to endpoints: signs them, or adds a token of the caller. */
  readonly requestHeaders?: RequestHeaders;
  /** Creates the context value of a call, for an executable `schema`. @default the call itself */
  readonly contextOf?: (call: CallContext) => unknown;
  /** Identifies the caller of a request, instead of `auth.tokens` and `auth.issuers`. */
  readonly authenticate?: IdentifyCaller;
  /** Folder that paths and globs are relative to. @default the current folder */
  readonly baseDir?: string;
  /** Values of `${env:NAME}` and `fromEnv`. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives diagnostics and bugs. @default none */
  readonly log?: Log;
}

/** A running gateway. */
export interface Gateway {
  /** Handles an HTTP request; mount it in any server based on web standards. */
  fetch(request: Request): Response | Promise<Response>;
  /**
   * Listens on a socket, with `host`, `port` and `drainMs` of the option `server`.
   * Throws a `GatewayError` if the port cannot be used.
   */
  listen(): Promise<NodeServer>;
  /** The current tools. */
  readonly catalog: Catalog;
  /** All diagnostics about the sources as they were last read. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Calls a tool from code, as an MCP client would.
   *
   * Throws a `GatewayError` if there is no such tool; every other failure is a result.
   */
  call(tool: string, args?: unknown, context?: Partial<CallContext>): Promise<ToolResult>;
  /**
   * Reads the sources again, and serves each tool that is valid. An invalid operation keeps its last
   * valid form while that matches the schema.
   */
  reload(): Promise<ReloadOutcome>;
  /** Calls `listener` after every reload. @returns a function that removes it. */
  onReload(listener: (outcome: ReloadOutcome) => void): () => void;
  /**
   * Compares the tools as they were last read with the lock file or with a running gateway. The
   * check of a locked gateway includes the tools that the lock keeps from being served.
   *
   * Throws a `GatewayError` if there is no lock, or the other gateway cannot be reached.
   */
  check(options?: CheckOptions): Promise<Report>;
  /**
   * Stops the servers that `listen` started, after running calls have ended or `drainMs` has passed;
   * closes streams, watchers and connections.
   */
  close(): Promise<void>;
}
