import type { Classification } from './classification.ts';
import { isJsonObject, ownMember } from './json.ts';
import type { Tool } from './tool.ts';

/** The GraphQL request of one call. */
export interface GraphQLRequest {
  readonly tool: Tool;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * A file among the variables, with `filename`, `base64` and perhaps `contentType`. It is a class so that a
 * JSON value of the same shape is no file.
 */
export class FileArgument {
  constructor(members: object) {
    Object.assign(this, members);
  }
}

/** The unvalidated body of a GraphQL response. */
export interface GraphQLResponseBody {
  readonly data?: unknown;
  readonly errors?: unknown;
  readonly extensions?: unknown;
}

/**
 * The outcome of executing an operation.
 *
 * A `response` is a GraphQL response, with or without errors. A `validated` one has no errors and
 * matches the tool's output schema (`tool.fitsAnswer`). A `failure` is every other expected
 * outcome: a timeout, an answer that is not a GraphQL response, a refused call. A failure of a
 * mutation that may have run says so in its `advice`.
 */
export type ExecutionOutcome =
  | { readonly kind: 'validated'; readonly text: string }
  | {
      readonly kind: 'response';
      readonly body: GraphQLResponseBody;
      /**
       * The JSON text of `body`, if it was parsed: results are cut from it, so that numbers keep
       * every digit.
       */
      readonly text?: string;
      /** HTTP status, if the answer came over HTTP. */
      readonly status?: number;
      /** Seconds to wait before a retry, if the headers of the answer state them. */
      readonly retryAfterSeconds?: number;
    }
  | {
      readonly kind: 'failure';
      readonly classification: Classification;
      /** One sentence for the agent; names no host, address or token. */
      readonly message: string;
      /** The next move of the agent, if that of the classification would be wrong. */
      readonly advice?: string;
      /** Seconds to wait before a retry, if known. */
      readonly retryAfterSeconds?: number;
      /** Facts for the operator, such as an address: for logs, never for agents. */
      readonly detail?: string;
    }
  /** An answer that was not read to its end, because it is larger than `maxBytes`. */
  | { readonly kind: 'too-large'; readonly maxBytes: number };

/** Runs operations: over HTTP against an upstream, or in process on an executable schema. */
export interface Executor {
  /** Never rejects because of the upstream; a rejection is logged as a bug. */
  execute(request: GraphQLRequest, context: CallContext): Promise<ExecutionOutcome>;
  /** Returns whether the circuit breaker is open; absent without one. */
  isDown?(): boolean;
  /** Closes connections and aborts running calls. */
  close(): Promise<void>;
}

/** A block of a `CallToolResult`'s `content`. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: EmbeddedResource };

/** A file in a result: its text, or its bytes in Base64. */
interface EmbeddedResource {
  readonly uri: string;
  readonly mimeType: string;
  readonly text?: string;
  readonly blob?: string;
}

/** A `CallToolResult` before it is written for a protocol revision. */
export interface ToolResult {
  /** At least one block; a text block first. */
  readonly content: readonly ContentBlock[];
  /**
   * The envelope `{ data, errors?, extensions? }` as JSON text, inserted unchanged into the answer.
   * It always validates against the tool's `outputSchema`.
   */
  readonly structured: string;
  readonly isError: boolean;
}

/** Runs one tool. Expected failures are results. */
export type CallTool = (tool: Tool, args: unknown, context: CallContext) => Promise<ToolResult>;

/** The authenticated caller. */
export interface Caller {
  /** A stable identifier (`sub` of a token); undefined for an anonymous caller. */
  readonly subject: string | undefined;
  /** The authorization server that issued the identifier: only together they are unique. */
  readonly issuer?: string;
  /** Claims of the caller's token, by name. */
  readonly claims: ReadonlyMap<string, unknown>;
  readonly scopes: readonly string[];
}

/** The anonymous caller. */
export const anonymous: Caller = { subject: undefined, claims: new Map(), scopes: [] };

/** What a caller needs in order to use something. */
export interface Requirements {
  /** Scopes, all of them. @default none */
  readonly scopes?: readonly string[];
  /** Whether an anonymous caller may not use it. @default false */
  readonly needsCaller?: boolean;
}

/** Returns whether a caller may use something, as far as the gateway decides. */
export function mayUse(
  { scopes = [], needsCaller = false }: Requirements,
  caller: Caller,
): boolean {
  if (needsCaller && caller.subject === undefined) return false;
  return scopes.every((scope) => caller.scopes.includes(scope));
}

/** Identifies a caller among those of all issuers; undefined for an anonymous one. */
export function callerKey({ issuer, subject }: Caller): string | undefined {
  return subject === undefined || issuer === undefined
    ? subject
    : JSON.stringify([issuer, subject]);
}

/**
 * Returns the claim of a path: `sub`, or `org.id` for a member of an object. Names may contain dots
 * themselves: `https://hasura.io/jwt/claims.x-hasura-role`. `sub` is always the subject. Null counts as
 * missing.
 */
export function claimAt(
  { claims, subject }: Pick<Caller, 'claims' | 'subject'>,
  path: string,
): unknown {
  return path === 'sub' ? subject : findAt((name) => claims.get(name), path);
}

function findAt(get: (name: string) => unknown, path: string): unknown {
  const whole = get(path) ?? undefined;
  if (whole !== undefined) return whole;
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const parent = get(path.slice(0, dot));
    if (!isJsonObject(parent)) continue;
    const found = findAt((name) => ownMember(parent, name), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The common part of header types; a fetch `Headers` is one. Names are case-insensitive. */
export interface HeaderSource {
  get(name: string): string | null | undefined;
}

/** The context of a call, passed from the transport to the executor. */
export interface CallContext {
  readonly caller: Caller;
  /** Headers of the HTTP request of the call; empty over stdio. */
  readonly headers: HeaderSource;
  /** Aborted when the client cancels; stops everything that the call started. */
  readonly signal: AbortSignal;
  /** Whether the call cannot be cancelled: `signal`, created on access, never fires. */
  readonly irrevocable?: boolean;
}

/** Returns the signal of a call, or undefined if it never fires; creating one takes a while. */
export function stopSignalOf(context: CallContext): AbortSignal | undefined {
  return context.irrevocable === true ? undefined : context.signal;
}

/** Creates the context of a call that cannot be cancelled. */
export function irrevocableCall(caller: Caller, headers: HeaderSource): CallContext {
  return {
    caller,
    headers,
    irrevocable: true,
    get signal() {
      return new AbortController().signal;
    },
  };
}

/** No headers at all. */
export const noHeaders: HeaderSource = { get: () => undefined };

/** An MCP prompt: a template that a person selects by name. */
export interface Prompt extends Pick<Requirements, 'scopes'> {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
  /** Renders the messages; missing arguments are empty text. */
  readonly render: (values: ReadonlyMap<string, string>) => readonly PromptMessage[];
}

/** An argument of a prompt; values are always text. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}
