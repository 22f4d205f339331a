import type { HeaderSource } from '../core/caller.ts';
import { unknownId } from '../mcp/context.ts';
import { errorCodes } from '../mcp/message.ts';
import { refusalOf } from '../mcp/reply.ts';

export type HeaderRecord = Readonly<Record<string, string>>;

/**
 * What text becomes as bytes, in the words of whichever TypeScript reads the declarations: before 5.7
 * it knows no `Uint8Array<ArrayBuffer>`.
 */
export type EncodedText = ReturnType<InstanceType<typeof TextEncoder>['encode']>;

/** An HTTP answer before a server sends it. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string | EncodedText | ReadableStream<Uint8Array> | null;
  /** Always a plain object: node-server has to rebuild every other form. */
  readonly headers?: HeaderRecord;
}

/** One object for all answers, for it never changes. */
export const jsonHeaders: HeaderRecord = { 'content-type': 'application/json' };

/** Makes the response of web standards. */
export function toResponse({ status, body, headers }: HttpAnswer): Response {
  return new Response(body, headers ? { status, headers } : { status });
}

/** The answer with more headers, where there are some. */
export function withHeaders(answer: HttpAnswer, more: HeaderRecord | undefined): HttpAnswer {
  return more ? { ...answer, headers: { ...answer.headers, ...more } } : answer;
}

export function jsonAnswer(
  status: number,
  body: string | EncodedText,
  headers?: HeaderRecord,
): HttpAnswer {
  return { status, body, headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders };
}

/** Accepted, with nothing to say. */
export const accepted: HttpAnswer = { status: 202, body: null };

/** Refuses a request for what HTTP says of it, before its body is looked at. */
export function refusedAnswer(
  status: number,
  code: number,
  message: string,
  requestHeaders: HeaderSource,
  headers?: HeaderRecord,
): HttpAnswer {
  const { json } = refusalOf(unknownId({ headers: requestHeaders }), { code, message });
  return jsonAnswer(status, json, headers);
}

/** Refuses a request that cannot be understood: its host or its path is no such thing. */
export function malformedRequest(headers: HeaderSource): HttpAnswer {
  const message = 'The Host header or the path is malformed.';
  return refusedAnswer(400, errorCodes.INVALID_REQUEST, message, headers);
}

/** Refuses a stream that would be one too many; the client may try again. */
export function tooManyStreams(headers: HeaderSource): HttpAnswer {
  const message = 'No more streams can be opened now.';
  return refusedAnswer(503, errorCodes.TOO_MANY_REQUESTS, message, headers, { 'retry-after': '5' });
}
