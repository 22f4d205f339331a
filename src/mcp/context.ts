import type { CallTool, CallContext, HeaderSource, Prompt } from '../core/call.ts';
import type { Cell } from '../core/cell.ts';
import type { Catalog } from '../core/tool.ts';
import type { RpcRequest } from './message.ts';
import type { Outcome, ServerInfo, Subscription } from './reply.ts';
import {
  assumedRevision,
  isLegacyRevision,
  isModernHeader,
  type Era,
  type LegacyRevision,
  type Revision,
} from './versions.ts';

/** What is known about a message before it is parsed. */
export interface RequestContext {
  /** Headers of its HTTP request; undefined on connections without headers. */
  readonly headers: HeaderSource | undefined;
  /** The era of the connection, as determined by earlier messages. */
  readonly era?: Era | undefined;
  /** The revision negotiated on the connection. */
  readonly revision?: LegacyRevision | undefined;
}

/** Whether the message must be modern, judged by everything except the message itself. */
export function isModernContext({ era, headers }: RequestContext): boolean {
  return era === 'modern' || isModernHeader(headers?.get('mcp-protocol-version'));
}

/** The revision of a legacy message; undefined if its header names an unsupported one. */
export function legacyRevisionOf({
  headers,
  revision,
}: RequestContext): LegacyRevision | undefined {
  const named = headers ? headers.get('mcp-protocol-version') : revision;
  if (named === null || named === undefined) return assumedRevision;
  return isLegacyRevision(named) ? named : undefined;
}

/** The id in the answer to a message without a readable id: see `refusalOf`. */
export function unknownId(context: RequestContext): null | undefined {
  return isModernContext(context) ? undefined : null;
}

/** What a transport knows about a request in addition to the message. */
export interface Exchange extends CallContext {
  /** Whether this transport can send `tools/list_changed` to a legacy client. */
  readonly listChanged: boolean;
  /** Whether modern requests repeat arguments in `Mcp-Param-*` headers. */
  readonly mirrorsArguments: boolean;
  /** Sends a notification that belongs to the request; undefined if only an answer can be sent. */
  readonly notify?: ((json: string) => void) | undefined;
}

/** The arguments of a method. */
export interface MethodCall {
  readonly revision: Revision;
  readonly request: RpcRequest;
  readonly exchange: Exchange;
}

/** Executes one method. Expected failures are outcomes; an exception is a bug. */
export type Method = (call: MethodCall) => Outcome | Subscription | Promise<Outcome>;

export interface McpOptions {
  readonly catalog: Cell<Catalog>;
  readonly callTool: CallTool;
  readonly info: ServerInfo;
  /** Explains the purpose of the server to a model. */
  readonly instructions?: string | undefined;
  /** Tools on a page of `tools/list`; large enough for old clients that read only the first page. */
  readonly toolsPageSize: number;
  /**
   * Whether caches may share lists between callers (2026-07-28). `private` if authentication is
   * required, because a shared cache would also serve callers that did not authenticate.
   */
  readonly cacheScope: 'public' | 'private';
  /** Resources are served only if set. */
  readonly resources?: ResourceProvider | undefined;
  /** Prompts are served only if set. */
  readonly prompts?: PromptProvider | undefined;
  /** Logs a bug, and returns a reference for the client. */
  readonly reportBug: (error: unknown) => string;
}

/** An entry of `resources/list`. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** An entry of `resources/templates/list`, with a URI template of RFC 6570. */
interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The contents of a resource. */
interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

/** Provides the resources; called for every request, because they may change. */
export interface ResourceProvider {
  list(): readonly Resource[];
  templates(): readonly ResourceTemplate[];
  /** @returns undefined if there is no such resource. */
  read(uri: string): ResourceText | undefined;
}

/** Provides the prompts; called for every request, because they may change. */
export interface PromptProvider {
  list(): readonly Prompt[];
}
