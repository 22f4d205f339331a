import type { HeaderSource } from '../../core/call.ts';
import { memoizeWeakly } from '../../core/memo.ts';
import { unknownId } from '../../mcp/context.ts';
import { errorCodes } from '../../mcp/message.ts';
import { refusalOf, type Answer } from '../../mcp/reply.ts';
import type { HeaderRecord, HttpBody, HttpResponse } from './message.ts';

/** Length from which on JSON is sent as bytes, which `node:http` writes faster than long text. */
const longText = 16_384;
const encoder = new TextEncoder();

export function jsonResponse(status: number, json: string, headers?: HeaderRecord): HttpResponse {
  return withJsonBody(status, json.length < longText ? json : encoder.encode(json), headers);
}

const encodeOnce = memoizeWeakly(({ json }: Answer) => encoder.encode(json));

/** Responds with an answer; a shared one is encoded only once. */
export function answerResponse(
  status: number,
  answer: Answer,
  headers?: HeaderRecord,
): HttpResponse {
  if (!answer.shared) return jsonResponse(status, answer.json, headers);
  return withJsonBody(status, encodeOnce(answer), headers);
}

const jsonHeaders: HeaderRecord = { 'content-type': 'application/json' };

function withJsonBody(status: number, body: HttpBody, more?: HeaderRecord): HttpResponse {
  return { status, headers: more ? { ...jsonHeaders, ...more } : jsonHeaders, body };
}

/** A response without a body. */
export function emptyResponse(status: number, headers: HeaderRecord = {}): HttpResponse {
  return { status, headers, body: null };
}

/** Responds with the events of a stream; proxies must neither store nor buffer them. */
export function streamResponse(body: ReadableStream<Uint8Array>): HttpResponse {
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  };
  return { status: 200, headers, body };
}

/** Adds headers to a response. */
export function withHeaders(
  response: HttpResponse,
  headers: HeaderRecord | undefined,
): HttpResponse {
  return headers ? { ...response, headers: { ...response.headers, ...headers } } : response;
}

/** Refuses a request with a JSON-RPC error, before its body is read. */
export function refusal(
  status: number,
  code: number,
  message: string,
  requestHeaders: HeaderSource,
  headers?: HeaderRecord,
): HttpResponse {
  const { json } = refusalOf(unknownId({ headers: requestHeaders }), { code, message });
  return jsonResponse(status, json, headers);
}

export function malformedRequest(requestHeaders: HeaderSource): HttpResponse {
  const message = 'The Host header or the path is malformed.';
  return refusal(400, errorCodes.INVALID_REQUEST, message, requestHeaders);
}

/** Refuses to open another stream; the client may retry. */
export function tooManyStreams(requestHeaders: HeaderSource): HttpResponse {
  const message = 'No more streams can be opened now.';
  const retry = { 'retry-after': '5' };
  return refusal(503, errorCodes.TOO_MANY_REQUESTS, message, requestHeaders, retry);
}
