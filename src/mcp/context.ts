import type { ServerInfo, Outcome, Subscription } from './reply.ts';
import type { HeaderSource, CallContext } from '../core/caller.ts';
import {
  assumedRevision,
  isLegacyRevision,
  isModernHeader,
  type Era,
  type LegacyRevision,
  type Revision,
} from './versions.ts';
import type { RpcRequest } from './message.ts';
import type { CallTool } from '../core/call.ts';
import type { Cell } from '../core/cell.ts';
import type { Catalog } from '../core/tool.ts';
import type { Prompt } from '../core/prompt.ts';

/** What is known about a message before it is read. */
export interface RequestContext {
  /** Headers of the HTTP request that brought it; undefined on connections that have none. */
  readonly headers: HeaderSource | undefined;
  /** The era a connection is bound to by what was said on it before. */
  readonly era?: Era | undefined;
  /** The revision negotiated on the connection. */
  readonly revision?: LegacyRevision | undefined;
}

/** Whether what arrives must be modern, judged by all but the message itself. */
export function isModernContext({ era, headers }: RequestContext): boolean {
  return era === 'modern' || isModernHeader(headers?.get('mcp-protocol-version'));
}

/** The revision of a legacy message, or undefined when its header names none that is served. */
export function legacyRevisionOf({
  headers,
  revision,
}: RequestContext): LegacyRevision | undefined {
  const named = headers ? headers.get('mcp-protocol-version') : revision;
  if (named === null || named === undefined) return assumedRevision;
  return isLegacyRevision(named) ? named : undefined;
}

/** The id of an answer to what has no readable id: see `refusalOf`. */
export function unknownId(arrival: RequestContext): null | undefined {
  return isModernContext(arrival) ? undefined : null;
}

/** What a transport knows of a request beside the message. */
export interface Exchange extends CallContext {
  /** Whether `tools/list_changed` can reach a legacy client over this transport. */
  readonly listChanged: boolean;
  /** Whether modern requests repeat arguments in `Mcp-Param-*` headers. */
  readonly mirrorsArguments: boolean;
  /** Sends a notification that belongs to the request; absent where only an answer can be sent. */
  readonly notify?: ((json: string) => void) | undefined;
}

/** One request on its way to a method. */
export interface MethodCall {
  readonly revision: Revision;
  readonly request: RpcRequest;
  readonly exchange: Exchange;
}

/** Carries out one method. What can be expected to go wrong is an outcome; a throw is a bug. */
export type Method = (call: MethodCall) => Outcome | Subscription | Promise<Outcome>;

/** What the protocol layer is given. */
export interface McpOptions {
  readonly catalog: Cell<Catalog>;
  readonly callTool: CallTool;
  readonly info: ServerInfo;
  /** Text that tells a model what the server is for. */
  readonly instructions?: string | undefined;
  /** Tools in one answer of `tools/list`; 500 keeps old clients that read one page only whole. */
  readonly toolsPageSize: number;
  /**
   * Whether caches may share lists between callers (2026-07-28). `private` where callers must
   * authenticate, for a shared cache would answer those who did not.
   */
  readonly cacheScope: 'public' | 'private';
  /** Served only when given. */
  readonly resources?: ResourceProvider | undefined;
  /** Served only when given. */
  readonly prompts?: PromptProvider | undefined;
  /** Is told of every bug, and answers the reference that the client is given in its place. */
  readonly reportBug: (error: unknown) => string;
}

/** A resource as `resources/list` shows it. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** A kind of resource, by a URI template of RFC 6570. */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The text behind a URI. */
export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

/** What is served as resources; asked anew for every request, so that it may change. */
export interface ResourceProvider {
  list(): readonly Resource[];
  templates(): readonly ResourceTemplate[];
  /** @returns undefined when there is no such resource. */
  read(uri: string): ResourceText | undefined;
}

/** What is served as prompts; asked anew for every request, so that it may change. */
export interface PromptProvider {
  list(): readonly Prompt[];
}
