import type { HeaderSource } from '../core/call.ts';
import { memoizeWeakly } from '../core/memo.ts';
import { unknownId } from '../mcp/context.ts';
import { errorCodes } from '../mcp/message.ts';
import { refusalOf, type Answer } from '../mcp/reply.ts';

export type HeaderRecord = Readonly<Record<string, string>>;

/** Length from which on JSON is sent as bytes, which `node:http` writes faster than long text. */
const longText = 16_384;
const encoder = new TextEncoder();

export function jsonResponse(status: number, json: string, headers?: HeaderRecord): Response {
  return withJsonBody(status, json.length < longText ? json : encoder.encode(json), headers);
}

const encodeOnce = memoizeWeakly(({ json }: Answer) => encoder.encode(json));

/** Responds with an answer; a shared one is encoded only once. */
export function answerResponse(status: number, answer: Answer, headers?: HeaderRecord): Response {
  if (!answer.shared) return jsonResponse(status, answer.json, headers);
  return withJsonBody(status, encodeOnce(answer), headers);
}

// plain objects, because node-server rebuilds every other kind of headers
const jsonHeaders: HeaderRecord = { 'content-type': 'application/json' };

function withJsonBody(
  status: number,
  body: ConstructorParameters<typeof Response>[0],
  more?: HeaderRecord,
): Response {
  return new Response(body, { status, headers: more ? { ...jsonHeaders, ...more } : jsonHeaders });
}

/** 202 without a body. */
export function accepted(): Response {
  return new Response(null, { status: 202 });
}

/** Responds with the events of a stream; proxies must neither store nor buffer them. */
export function streamResponse(body: ReadableStream<Uint8Array>): Response {
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  };
  return new Response(body, { headers });
}

/** Adds headers to a response. */
export function withHeaders(response: Response, headers: HeaderRecord | undefined): Response {
  if (headers) for (const name in headers) response.headers.set(name, headers[name] ?? '');
  return response;
}

/** Refuses a request with a JSON-RPC error, before its body is read. */
export function refusal(
  status: number,
  code: number,
  message: string,
  requestHeaders: HeaderSource,
  headers?: HeaderRecord,
): Response {
  const { json } = refusalOf(unknownId({ headers: requestHeaders }), { code, message });
  return jsonResponse(status, json, headers);
}

export function malformedRequest(requestHeaders: HeaderSource): Response {
  const message = 'The Host header or the path is malformed.';
  return refusal(400, errorCodes.INVALID_REQUEST, message, requestHeaders);
}

/** Refuses to open another stream; the client may retry. */
export function tooManyStreams(requestHeaders: HeaderSource): Response {
  const message = 'No more streams can be opened now.';
  const retry = { 'retry-after': '5' };
  return refusal(503, errorCodes.TOO_MANY_REQUESTS, message, requestHeaders, retry);
}
