import { isJsonObject, ownMember } from '../core/json.ts';
import { cutText } from '../core/text.ts';

/** The id of a request; answers repeat it unchanged. */
export type RpcId = string | number;

/** Parameters as they were sent; their types must be checked. */
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
  /** A response, which is accepted and ignored, because the gateway sends no requests. */
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RpcId | undefined; readonly reason: string };

/**
 * Reads one JSON-RPC 2.0 message from parsed JSON.
 *
 * Ids are strings or integers, never null. Integers beyond 2^53 are refused: JSON parsing rounds
 * them, so the answer would have another id.
 */
export function readMessage(value: unknown): Message {
  if (!isJsonObject(value)) return invalid('A message must be a JSON object.');
  const { jsonrpc, id, method, params = noParams } = value;
  const validId = isRpcId(id) ? id : undefined;
  if (jsonrpc !== '2.0') return invalid('"jsonrpc" must be "2.0".', validId);
  if (typeof method !== 'string') {
    const isResponse = 'result' in value || 'error' in value;
    return isResponse ? response : invalid('"method" must be a string.', validId);
  }
  if (!isJsonObject(params)) return invalid('"params" must be an object.', validId);
  if (id === undefined) return { kind: 'notification', method, params };
  if (validId === undefined) return invalid('"id" must be a string or an integer.');
  return { kind: 'request', id: validId, method, params };
}

const noParams = {};
const response = { kind: 'response' } as const;

function invalid(reason: string, id?: RpcId): Message {
  return { kind: 'invalid', id, reason };
}

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Maximum length of client text in a message, in UTF-16 units. */
const maxEchoed = 100;

/** Text of a client in a form that is safe to echo: limited in length, without lone surrogates. */
export function echoable(text: string): string {
  return cutText(text, maxEchoed).toWellFormed();
}

/**
 * The JSON-RPC error codes of the gateway.
 *
 * | range            | defined by                                                             |
 * | ---------------- | ---------------------------------------------------------------------- |
 * | -32700, -32600 … | JSON-RPC 2.0                                                           |
 * | -32020 … -32099  | MCP                                                                    |
 * | -32002           | MCP until 2025-11-25; never sent to clients of 2026-07-28              |
 * | above -32000     | the gateway: MCP requires codes outside of the range of JSON-RPC       |
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
  /** The caller lacks a scope that the tool needs; the HTTP status is 403 too. */
  FORBIDDEN: 403,
  /** Too many running calls on one connection, or too many streams. */
  TOO_MANY_REQUESTS: 429,
} as const;

/** Says where a message is not JSON, in the words of `JSON.parse`, which quote some characters there. */
export function parseErrorOf(error: unknown): string {
  const reason = error instanceof SyntaxError ? error.message.toWellFormed() : 'invalid JSON';
  return `Parse error: ${reason}.`;
}

/** Keys of `_meta` that are reserved by the protocol. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** The description of a request in `params._meta`, which revision 2026-07-28 requires. */
export type Envelope =
  /** No revision is named: a legacy message, or an incomplete modern one. */
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed'; readonly key: string; readonly problem: string }
  | { readonly kind: 'claim'; readonly version: string };

/** Reads the revision that a message claims. Client information is optional, and ignored. */
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
