import { isJsonObject } from '../core/json.ts';

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
