import { isJsonObject, ownMember } from '../core/json.ts';
import { cutText } from '../core/text.ts';

/** Id of a request; echoed unchanged, and with its type. */
export type RpcId = string | number;

/** Parameters as sent: nothing in them is trusted to have its right type. */
export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RpcId;
  readonly method: string;
  readonly params: Params;
}

export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: Params;
}

export type Message =
  | RpcRequest
  | RpcNotification
  /** An answer to a request; the gateway sends none, so it is only ever accepted and dropped. */
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RpcId | undefined; readonly reason: string };

/**
 * Reads one JSON-RPC 2.0 message from parsed JSON.
 *
 * Ids are strings or integers, never null. Integers beyond 2^53 are refused: JSON parsing has
 * rounded them already, so the answer would carry another id.
 */
export function readMessage(value: unknown): Message {
  if (!isJsonObject(value)) return invalid('A message must be a JSON object.');
  const { jsonrpc, id, method, params = noParams } = value;
  const known = isRpcId(id) ? id : undefined;
  if (jsonrpc !== '2.0') return invalid('"jsonrpc" must be "2.0".', known);
  if (typeof method !== 'string') {
    const answers = 'result' in value || 'error' in value;
    return answers ? response : invalid('"method" must be a string.', known);
  }
  if (!isJsonObject(params)) return invalid('"params" must be an object.', known);
  if (id === undefined) return { kind: 'notification', method, params };
  if (known === undefined) return invalid('"id" must be a string or an integer.');
  return { kind: 'request', id: known, method, params };
}

const noParams = {};
const response = { kind: 'response' } as const;

function invalid(reason: string, id?: RpcId): Message {
  return { kind: 'invalid', id, reason };
}

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Longest piece of a request that a message repeats, in UTF-16 units. */
const maxLength = 100;

/** What a message may repeat of a text that a client sent: not too much, and no half characters. */
export function echoable(text: string): string {
  return cutText(text, maxLength).toWellFormed();
}

/**
 * The JSON-RPC error codes that are sent.
 *
 * | range            | whose                                                                    |
 * | ---------------- | ------------------------------------------------------------------------ |
 * | -32700, -32600 … | JSON-RPC 2.0                                                             |
 * | -32020 … -32099  | the protocol's; only those it defines, with the meaning it gives them    |
 * | -32002           | the protocol's until 2025-11-25; never sent towards 2026-07-28           |
 * | above -32000     | ours: the protocol asks for codes outside of JSON-RPC's range            |
 *
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes.
 */
export const errorCodes = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  /** Revisions until 2025-11-25; 2026-07-28 uses INVALID_PARAMS. */
  RESOURCE_NOT_FOUND: -32002,
  HEADER_MISMATCH: -32020,
  UNSUPPORTED_VERSION: -32022,
  /** The caller lacks a scope that the tool needs; over HTTP the status is 403 as well. */
  FORBIDDEN: 403,
  /** More calls under way on one connection than the gateway keeps track of. */
  TOO_MANY_REQUESTS: 429,
} as const;

/** Keys of `_meta` that the protocol reserves. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** What a request says of itself in `params._meta`, which revision 2026-07-28 demands. */
export type Envelope =
  /** No revision is claimed: a legacy message, or an incomplete modern one. */
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed'; readonly key: string; readonly problem: string }
  | { readonly kind: 'claim'; readonly version: string };

/** Reads the revision that a message claims. Client information is optional and never looked at. */
export function readEnvelope({ _meta: meta }: Params): Envelope {
  if (!isJsonObject(meta) || !Object.hasOwn(meta, metaKeys.protocolVersion)) return none;
  const version = meta[metaKeys.protocolVersion];
  if (typeof version !== 'string') {
    return { kind: 'malformed', key: metaKeys.protocolVersion, problem: 'must be a string' };
  }
  const capabilities = ownMember(meta, metaKeys.clientCapabilities);
  if (isJsonObject(capabilities)) return { kind: 'claim', version };
  const problem = capabilities === undefined ? 'is missing' : 'must be an object';
  return { kind: 'malformed', key: metaKeys.clientCapabilities, problem };
}

const none = { kind: 'none' } as const;
