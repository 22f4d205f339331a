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
