import { errorCodes, metaKeys, type RpcId } from './message.ts';
import { modernRevision, type Revision } from './versions.ts';

/** A JSON-RPC error. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What a method returns: a result or an error. */
export type Outcome = Success | Failure;

export interface Success {
  readonly ok: true;
  /** JSON text of the members of the result, without braces. */
  readonly members: string;
  /** Whether clients of 2026-07-28 may cache the result. */
  readonly cacheable?: boolean;
  /** Whether not every caller may see a cacheable result, whatever the rules for lists are. */
  readonly isPrivate?: boolean;
  /** Set for a result of many requests: keeps the answer to the last of them. */
  readonly shared?: { last: Answer | undefined; lastScope?: CacheScope };
}

export interface Failure {
  readonly ok: false;
  readonly error: RpcError;
  /** All scopes that the call needs, if the caller lacks any. */
  readonly scopes?: readonly string[];
}

export function failed(code: number, message: string, data?: unknown): Failure {
  return { ok: false, error: data === undefined ? { code, message } : { code, message, data } };
}

export function succeeded(members: string): Success {
  return { ok: true, members };
}

/** A result that clients of 2026-07-28 may cache. */
export function cacheable(members: string, isPrivate = false): Success {
  return { ok: true, members, cacheable: true, isPrivate };
}

/** JSON text of the members of an object, without braces; undefined members are omitted. */
export function membersOf(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

/** An answer as JSON text. */
export interface Answer {
  readonly kind: 'answer';
  readonly id?: RpcId | undefined;
  readonly json: string;
  /** Whether this object answers many requests, so that its bytes are worth keeping. */
  readonly shared?: boolean;
  /** The code, if it is an error. */
  readonly code?: number;
  /** Whether the message was refused before any method ran, which is an HTTP status. */
  readonly refused?: boolean;
  /** All scopes that the call needs, if the caller lacks any: 403 over HTTP. */
  readonly scopes?: readonly string[];
}

/** A stream of notifications that a request opens (`subscriptions/listen`). */
export interface Subscription {
  readonly kind: 'subscription';
  /**
   * Sends the acknowledgement, and then notifications as they occur.
   *
   * @returns undefined if nothing can occur; the result has then been sent as well.
   */
  open(send: (json: string) => void): OpenSubscription | undefined;
}

export interface OpenSubscription {
  /** Ends it gracefully, with its result. */
  end(): void;
  /** Ends it without its result: the client disconnected or cancelled. */
  stop(): void;
}

export type Reply = Answer | Subscription;

/** The name and version of the server. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** Whether caches may share a result between callers. */
type CacheScope = 'public' | 'private';

/** Writes the answer to a request. */
export type WriteAnswer = (id: RpcId, revision: Revision, outcome: Outcome) => Answer;

/** How long clients may cache lists, in milliseconds; they are notified of changes earlier. */
const ttlMs = 60_000;

/**
 * Creates the function that writes answers in the form of their revision.
 *
 * | revision         | a result contains                                                     |
 * | ---------------- | --------------------------------------------------------------------- |
 * | until 2025-11-25 | its members                                                           |
 * | 2026-07-28       | `resultType`, its members, the server's name in `_meta`; if cacheable |
 * |                  | also how long and in which scope                                      |
 */
export function createAnswerWriter(
  { name, version }: ServerInfo,
  cacheScope: () => CacheScope,
): WriteAnswer {
  const meta = membersOf({ _meta: { [metaKeys.serverInfo]: { name, version } } });
  const resultOf = (
    revision: Revision,
    { members, cacheable, isPrivate }: Success,
    scope: CacheScope,
  ): string => {
    if (revision !== modernRevision) return `{${members}}`;
    const end = cacheable
      ? `${membersOf({ ttlMs, cacheScope: isPrivate ? 'private' : scope })},${meta}`
      : meta;
    return `{"resultType":"complete",${members},${end}}`;
  };
  return function writeAnswer(id, revision, outcome) {
    if (!outcome.ok) return errorAnswer(id, outcome);
    const { shared } = outcome;
    // clients list tools right after the handshake, so most requests have the same id
    const scope = cacheScope();
    if (shared?.last && shared.last.id === id && shared.lastScope === scope) return shared.last;
    const result = resultOf(revision, outcome, scope);
    const json = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
    if (!shared) return { kind: 'answer', json };
    shared.lastScope = scope;
    return (shared.last = { kind: 'answer', id, json, shared: true });
  };
}

function errorAnswer(id: RpcId, { error, scopes }: Failure): Answer {
  const json = JSON.stringify({ jsonrpc: '2.0', id, error });
  return { kind: 'answer', json, code: error.code, ...(scopes && { scopes }) };
}

/**
 * Writes the refusal of a message.
 *
 * @param id the id of the request. If it could not be read: `null` for a legacy client, as JSON-RPC
 *   2.0 requires; undefined for a modern client, whose schema does not allow null.
 */
export function refusalOf(id: RpcId | null | undefined, error: RpcError): Answer {
  const json = JSON.stringify({ jsonrpc: '2.0', id, error });
  return { kind: 'answer', json, code: error.code, refused: true };
}

/** Writes a notification. */
export function notificationOf(method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** Largest total length of the answers to a batch; requests beyond it are not run. */
export const maxBatchLength = 4_194_304;

/** Requests of a batch that run at the same time. */
const maxAtOnce = 8;

/**
 * Answers the requests of a batch, in their order. Every request that runs gets its answer. When the
 * answers reach `maxBatchLength`, the remaining requests are refused without running: a short batch
 * must not make a long answer. Between two requests, other messages are handled.
 *
 * @param run returns the answer to a request; undefined for none.
 */
export async function answerBatch<Item extends { readonly request: { readonly id: RpcId } }>(
  items: readonly Item[],
  run: (item: Item) => Reply | undefined | Promise<Reply | undefined>,
): Promise<readonly string[]> {
  const texts = new Map<Item, string>();
  const running = new Set<Promise<void>>();
  const bugs: unknown[] = [];
  let length = 0;
  const keep = (item: Item, reply: Reply | undefined): void => {
    if (reply?.kind !== 'answer') return;
    texts.set(item, reply.json);
    length += reply.json.length;
  };
  for (const item of items) {
    while (running.size >= maxAtOnce) await Promise.race(running);
    if (length >= maxBatchLength) {
      keep(item, errorAnswer(item.request.id, { ok: false, error: batchTooLong }));
      continue;
    }
    const reply = run(item);
    if (reply instanceof Promise) {
      const done: Promise<void> = reply
        .then(
          (late) => keep(item, late),
          (bug: unknown) => void bugs.push(bug),
        )
        .finally(() => running.delete(done));
      running.add(done);
    } else keep(item, reply);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(running);
  if (bugs.length > 0) throw new AggregateError(bugs, 'requests of a batch failed');
  return items.flatMap((item) => texts.get(item) ?? []);
}

const batchTooLong: RpcError = {
  code: errorCodes.TOO_MANY_REQUESTS,
  message: `Not run, because the answers to this batch reached ${maxBatchLength} characters. Send the request again by itself.`,
};
