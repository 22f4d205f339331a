import { isUtf8 } from 'node:buffer';
import type { ExecutionOutcome } from '../core/call.ts';
import { classificationOfStatus } from '../core/classification.ts';
import { ownMember, parseJsonObject } from '../core/json.ts';
import type { Tool } from '../core/tool.ts';
import { headerOf, type HttpHeaders, type HttpResponse } from '../http/exchange.ts';
import { failure, type Failure } from './failures.ts';

/** An HTTP response as an outcome, and the wait that its headers ask for. */
export interface ReadResponse {
  readonly outcome: ExecutionOutcome;
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Reads an HTTP response as a GraphQL response (https://graphql.github.io/graphql-over-http/).
 *
 * A successful body that provably matches the output schema of the tool is not parsed.
 *
 * @param nowMs the time of day in milliseconds since 1970.
 */
export function readResponse(
  { status, headers, body }: HttpResponse,
  tool: Tool,
  nowMs: number,
): ReadResponse {
  const validated = status < 300 ? validatedBody(body, tool) : undefined;
  if (validated !== undefined) {
    return { outcome: { kind: 'validated', text: validated }, retryAfterSeconds: undefined };
  }
  const retryAfterSeconds = status < 300 ? undefined : readRetryAfter(headers, nowMs);
  const outcome = readBody({
    // GitHub reports an exhausted rate limit with 403
    status: status === 403 && isLimitReached(headers) ? 429 : status,
    contentType: headerOf(headers, 'content-type'),
    text: body.toString('utf8'),
    retryAfterSeconds,
  });
  return { outcome, retryAfterSeconds };
}

/**
 * Returns the body without trailing white space if it provably matches the tool's output schema;
 * undefined if its bytes do not prove it.
 */
export function validatedBody(body: Buffer, { fitsAnswer }: Tool): string | undefined {
  let end = body.length;
  while (isSpace(body[end - 1])) end -= 1;
  const json = body.subarray(0, end);
  return fitsAnswer(json) && isUtf8(json) ? json.toString('utf8') : undefined;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The parts of an HTTP response that decide its outcome. */
export interface TextResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Reads a body as a GraphQL response.
 *
 * A JSON object with `data` or `errors` is a GraphQL response, whatever its status and media type:
 * servers send errors as `application/json` with 200, 400, 401 or 500, and some as `text/plain`.
 * The result mapper judges its contents. Anything else is a failure, by its status or, if the status
 * is a success, as a response that is not GraphQL.
 */
export function readBody(response: TextResponse): ExecutionOutcome {
  const { status, retryAfterSeconds } = response;
  const text = response.text.replace(/^\uFEFF/, '');
  const body = parseJsonObject(text);
  if (!body || !(Object.hasOwn(body, 'data') || Object.hasOwn(body, 'errors'))) {
    return notGraphQL(response, text, body);
  }
  if (retryAfterSeconds === undefined) return { kind: 'response', body, text, status };
  return { kind: 'response', body, text, status, retryAfterSeconds };
}

function notGraphQL(response: TextResponse, text: string, body: object | undefined): Failure {
  const { status, retryAfterSeconds } = response;
  const classification = classificationOfStatus(status);
  if (classification) {
    const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return failure(classification, `The GraphQL API answered with HTTP status ${status}.`, details);
  }
  const content = describeBody(response, text, body);
  return failure('UPSTREAM_MISMATCH', `The GraphQL API answered with ${content}.`);
}

/** Describes a body that is not a GraphQL response, without quoting it. */
function describeBody(
  { status, contentType }: TextResponse,
  text: string,
  body: object | undefined,
): string {
  const start = text.trimStart();
  if (start === '') return `an empty body (HTTP status ${status})`;
  if (body && ownMember(body, 'message') !== undefined) {
    return 'a JSON object that has a message, but neither data nor errors';
  }
  if (body) return 'a JSON object that has neither data nor errors';
  if (start.startsWith('<')) return 'an HTML page instead of a GraphQL response';
  if (contentType.startsWith('multipart/')) return 'a multipart stream instead of one response';
  if (contentType.startsWith('text/event-stream')) return 'an event stream instead of one response';
  if (isJson(text)) return 'JSON that is not an object';
  return start.startsWith('{') || start.startsWith('[')
    ? 'JSON that is malformed or incomplete'
    : 'a body that is not JSON';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Seconds after which the API accepts requests again, according to its headers.
 *
 * | header                                        | meaning                             |
 * | --------------------------------------------- | ----------------------------------- |
 * | `Retry-After: 30`                             | seconds (RFC 9110, section 10.2.3)  |
 * | `Retry-After: Fri, 31 Dec 2027 23:59:59 GMT`  | time of day                         |
 * | `X-RateLimit-Remaining: 0` and `X-RateLimit-Reset: <seconds since 1970>` | time of day (GitHub) |
 */
export function readRetryAfter(headers: HttpHeaders, nowMs: number): number | undefined {
  const retryAfter = headerOf(headers, 'retry-after');
  if (retryAfter !== '') return parseRetryAfter(retryAfter.trim(), nowMs);
  if (!isLimitReached(headers)) return undefined;
  const reset = headerOf(headers, 'x-ratelimit-reset');
  if (!seconds.test(reset)) return undefined;
  return Math.max(0, Math.ceil(Number(reset) - nowMs / 1_000));
}

function isLimitReached(headers: HttpHeaders): boolean {
  return headerOf(headers, 'x-ratelimit-remaining') === '0';
}

const seconds = /^\d{1,12}$/;

function parseRetryAfter(value: string, nowMs: number): number | undefined {
  if (seconds.test(value)) return Number(value);
  // Date.parse accepts bare numbers as years
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1_000));
}
