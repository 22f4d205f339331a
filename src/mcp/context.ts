import {
  mayUse,
  type CallContext,
  type Caller,
  type CallTool,
  type HeaderSource,
  type Prompt,
  type Requirements,
} from '../core/call.ts';
import type { Cell } from '../core/cell.ts';
import { memoizeWeakly } from '../core/memo.ts';
import type { Catalog } from '../core/tool.ts';
import { errorCodes, type RpcRequest } from './message.ts';
import type { Failure, Outcome, ServerInfo, Subscription } from './reply.ts';
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

/** Who may list and use what; read for each request, because a reload may change it. */
interface CallerRules {
  /** Whether an anonymous caller may use nothing. */
  readonly required: boolean;
  /** Whether lists contain what the caller may not use, too. */
  readonly openDiscovery: boolean;
}

/** Why a call is refused before the tool runs. */
interface CallRefusal {
  readonly cause: 'unknown tool' | 'permission';
  readonly tool: string;
  readonly caller: Caller;
}

export interface McpOptions {
  readonly catalog: Cell<Catalog>;
  readonly callTool: CallTool;
  readonly info: ServerInfo;
  /** Explains the purpose of the server to a model. */
  readonly instructions?: string | undefined;
  /** Tools on a page of `tools/list`; large enough for old clients that read only the first page. */
  readonly toolsPageSize: number;
  /** The rules for callers. @default everybody may use everything without scopes */
  readonly rules?: () => CallerRules;
  /** Is told of calls that are refused before the tool runs. @default nobody */
  readonly reportRefusal?: (refusal: CallRefusal) => void;
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
interface ResourceText extends Requirements {
  readonly mimeType: string;
  readonly text: string;
}

/** Provides the resources; called for every request, because they may change. */
export interface ResourceProvider {
  /** @param isListed whether a resource with these requirements is listed. */
  list(isListed: (resource: Requirements) => boolean): readonly Resource[];
  templates(): readonly ResourceTemplate[];
  /** @returns undefined if there is no such resource. */
  read(uri: string): ResourceText | undefined;
}

/** Provides the prompts; called for every request, because they may change. */
export interface PromptProvider {
  list(): readonly Prompt[];
}

/** Decides what callers may list and use. */
export interface Permissions {
  /** Whether lists for the caller contain something. */
  isListed(thing: Requirements, caller: Caller): boolean;
  /** @returns the error if the caller may not use something; its scopes are all that the caller needs. */
  refuse(name: string, thing: Requirements, caller: Caller): Failure | undefined;
  /** Equal for callers to whom the same tools are listed. */
  listKey(catalog: Catalog, caller: Caller): string;
  /** Whether caches may share lists between callers (2026-07-28). */
  cacheScope(): 'public' | 'private';
}

const openToAll: CallerRules = { required: false, openDiscovery: false };

/**
 * Creates the permissions.
 *
 * | `required` | `openDiscovery` | lists contain             | anonymous callers may use   |
 * | ---------- | --------------- | ------------------------- | --------------------------- |
 * | no         | no              | what the caller may use   | what needs neither scope nor caller |
 * | no         | yes             | everything                | the same                    |
 * | yes        | no              | what the caller may use   | nothing: refused before     |
 * | yes        | yes             | everything                | nothing                     |
 */
export function createPermissions({
  catalog,
  rules = () => openToAll,
}: Pick<McpOptions, 'catalog' | 'rules'>): Permissions {
  const requirementsOf = memoizeWeakly(readRequirements);
  return {
    isListed: (thing, caller) => rules().openDiscovery || mayUse(thing, caller),
    refuse(name, { scopes = [], needsCaller = false }, caller) {
      const needed = { scopes, needsCaller: needsCaller || rules().required };
      if (mayUse(needed, caller)) return undefined;
      const message =
        scopes.length > 0
          ? `${name} needs the scopes: ${scopes.join(' ')}.`
          : `${name} needs a signed-in caller.`;
      return { ok: false, error: { code: errorCodes.FORBIDDEN, message }, scopes };
    },
    listKey(current, caller) {
      const { scopes, isRestricted } = requirementsOf(current);
      if (!isRestricted || rules().openDiscovery) return '';
      const held = scopes.filter((scope) => caller.scopes.includes(scope));
      return JSON.stringify([caller.subject !== undefined, ...held]);
    },
    cacheScope() {
      const { required, openDiscovery } = rules();
      const isSame = openDiscovery || !requirementsOf(catalog.current).isRestricted;
      return isSame && !required ? 'public' : 'private';
    },
  };
}

/** The scopes of the listed tools, and whether any of them is not for everybody. */
function readRequirements({ tools }: Catalog) {
  const listed = [...tools.values()].filter(({ hidden }) => !hidden);
  const scopes = [...new Set(listed.flatMap((tool) => tool.scopes))].sort();
  return { scopes, isRestricted: scopes.length > 0 || listed.some((tool) => tool.needsCaller) };
}
