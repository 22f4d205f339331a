import { type RpcId, metaKeys } from './message.ts';
import { modernRevision, type Revision } from './versions.ts';

/** An error as JSON-RPC sends it. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What a method came to: the text of its result, or an error. */
export type Outcome =
  | {
      readonly ok: true;
      readonly result: string;
      /** Set for a result that many requests get: keeps the answer to the last of them. */
      readonly repeated?: { last: Answer | undefined; id: RpcId };
    }
  | {
      readonly ok: false;
      readonly error: RpcError;
      /** All scopes that the call needs, when the caller lacks some. */
      readonly scopes?: readonly string[];
    };

/** A message that goes back, as JSON text. */
export interface Answer {
  readonly kind: 'answer';
  readonly json: string;
  /** Whether other requests get this very object, so that what is made of it is worth keeping. */
  readonly repeated?: boolean;
  /** Code of the error that it is. */
  readonly code?: number;
  /** Whether the message was refused before any method ran; HTTP says so by its status. */
  readonly refused?: boolean;
  /** All scopes that the call needs, when the caller lacks some: a 403 over HTTP. */
  readonly scopes?: readonly string[];
}

/** A stream of notifications that a request opened (`subscriptions/listen`). */
export interface Subscription {
  readonly kind: 'subscription';
  /**
   * Starts it: the acknowledgement is sent at once, notifications follow as they come.
   *
   * @returns undefined when there is nothing to wait for; the final result was then sent as well.
   */
  open(send: (json: string) => void): OpenSubscription | undefined;
}

export interface OpenSubscription {
  /** Ends it in good order, with its result. */
  end(): void;
  /** Stops it without a word: the client has gone, or has cancelled it. */
  stop(): void;
}

export type Reply = Answer | Subscription;

/** Makes an error of a method. */
export function failed(code: number, message: string, data?: unknown): Outcome {
  return { ok: false, error: data === undefined ? { code, message } : { code, message, data } };
}

/** Makes a result of a method. */
export function succeeded(result: string): Outcome {
  return { ok: true, result };
}

/**
 * Makes a result of a method that will be the result of others, too.
 *
 * Clients list tools right after the handshake, so most ask with the same id: the whole answer to
 * the last request is kept, with the bytes that a transport made of it.
 */
export function succeededForMany(result: string): Outcome {
  return { ok: true, result, repeated: { last: undefined, id: '' } };
}

/** Writes the answer to a request. The result is inserted as the text it is. */
export function answerOf(id: RpcId, outcome: Outcome): Answer {
  if (outcome.ok) return resultOf(id, outcome);
  const { error, scopes } = outcome;
  const json = JSON.stringify({ jsonrpc: '2.0', id, error });
  return { kind: 'answer', json, code: error.code, ...(scopes && { scopes }) };
}

function resultOf(id: RpcId, { result, repeated }: Outcome & { readonly ok: true }): Answer {
  if (repeated?.last && repeated.id === id) return repeated.last;
  const json = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  if (!repeated) return { kind: 'answer', json };
  const answer: Answer = { kind: 'answer', json, repeated: true };
  repeated.last = answer;
  repeated.id = id;
  return answer;
}

/**
 * Writes the refusal of a message.
 *
 * @param id that of the request; `null` where it could not be read and the client is a legacy one,
 *   as JSON-RPC 2.0 has it; undefined where it could not be read and the client is a modern one,
 *   whose schema knows no null.
 */
export function refusalOf(id: RpcId | null | undefined, error: RpcError): Answer {
  const json = JSON.stringify({ jsonrpc: '2.0', id, error });
  return { kind: 'answer', json, code: error.code, refused: true };
}

/** Writes a notification. */
export function notificationOf(method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** How the server names itself. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** How long clients may keep lists, in milliseconds; a change is notified before. */
const ttlMs = 60_000;

/**
 * Writes results as their revision has them.
 *
 * | revision         | a result is                                                 |
 * | ---------------- | ----------------------------------------------------------- |
 * | until 2025-11-25 | its members                                                 |
 * | 2026-07-28       | `resultType`, its members, the server's name in `_meta`     |
 * |                  | and, for lists, how long and for whom they may be cached    |
 *
 * Members come as JSON text without braces, so that what is serialised once stays so.
 */
export interface ResultWriter {
  write(revision: Revision, members: string): string;
  writeCacheable(revision: Revision, members: string): string;
}

const modernStart = '{"resultType":"complete",';

export function createResultWriter(
  info: ServerInfo,
  cacheScope: 'public' | 'private',
): ResultWriter {
  const meta = JSON.stringify({
    [metaKeys.serverInfo]: { name: info.name, version: info.version },
  });
  const end = `,"_meta":${meta}}`;
  const cacheableEnd = `,"ttlMs":${ttlMs},"cacheScope":"${cacheScope}"${end}`;
  return {
    write: (revision, members) =>
      revision === modernRevision ? `${modernStart}${members}${end}` : `{${members}}`,
    writeCacheable: (revision, members) =>
      revision === modernRevision ? `${modernStart}${members}${cacheableEnd}` : `{${members}}`,
  };
}
