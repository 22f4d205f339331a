import { isUtf8 } from 'node:buffer';
import type { ExecutionOutcome } from '../core/call.ts';
import { classificationOfStatus, type Classification } from '../core/classification.ts';
import { isJsonObject, ownMember, parseJsonObject } from '../core/json.ts';
import type { Tool } from '../core/tool.ts';
import { headerOf, type HttpResponse } from '../http/exchange.ts';
import { failure, type Failure } from './model/failures.ts';
import { isLimitReached, readRetryAfter } from '../http/rate-limit.ts';

/** An HTTP response as an outcome, and the wait that its headers ask for. */
export interface ReadResponse {
  readonly outcome: ExecutionOutcome;
  readonly retryAfterSeconds: number | undefined;
  /** Whether the status or the headers say that a rate limit is exhausted. */
  readonly isLimited: boolean;
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
    const outcome = { kind: 'validated', text: validated } as const;
    return { outcome, retryAfterSeconds: undefined, isLimited: false };
  }
  const retryAfterSeconds = readRetryAfter(headers, nowMs);
  // GitHub reports an exhausted rate limit with 403
  const isLimited = status === 429 || (status === 403 && isLimitReached(headers));
  const outcome = readBody({
    status,
    isLimited,
    contentType: headerOf(headers, 'content-type'),
    text: body.toString('utf8'),
    retryAfterSeconds,
  });
  return { outcome, retryAfterSeconds, isLimited };
}

/** The failure that a status alone means; undefined for a status that means none. */
export function statusFailure(status: number): Failure | undefined {
  const classification = classificationOfStatus(status);
  return classification && failure(classification, statusMessage(status));
}

function statusMessage(status: number): string {
  return `The GraphQL API answered with HTTP status ${status}.`;
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
  /** Whether a rate limit is exhausted. */
  readonly isLimited?: boolean;
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
  const { isLimited = false, retryAfterSeconds } = response;
  // the result mapper classifies by the status
  const status = isLimited ? 429 : response.status;
  const text = response.text.replace(/^\uFEFF/, '');
  const body = parseJsonObject(text);
  if (!body || !(Object.hasOwn(body, 'data') || Object.hasOwn(body, 'errors'))) {
    return notGraphQL(response, text, body);
  }
  if (retryAfterSeconds === undefined) return { kind: 'response', body, text, status };
  return { kind: 'response', body, text, status, retryAfterSeconds };
}

function notGraphQL(response: TextResponse, text: string, body: object | undefined): Failure {
  const { status, isLimited, retryAfterSeconds } = response;
  const reason = body ? quoteReason(body) : '';
  const classification: Classification | undefined = isLimited
    ? 'RATE_LIMITED'
    : classificationOfStatus(status);
  if (classification) {
    const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    const message = statusMessage(status).replace(/\.$/, reason || '.');
    return failure(classification, message, details);
  }
  const content = describeBody(response, text, body);
  return failure('UPSTREAM_MISMATCH', `The GraphQL API answered with ${content}${reason || '.'}`);
}

/** Members in which JSON APIs explain an error; the last two are those of RFC 9457. */
const reasonMembers = ['message', 'error_description', 'error', 'detail', 'title'] as const;

const maxReason = 300;

/**
 * Quotes the explanation in a JSON object that is not a GraphQL response, such as GitHub's
 * `{"message": "Bad credentials"}`: `: "Bad credentials".`; empty if there is none.
 */
function quoteReason(body: object): string {
  for (const name of reasonMembers) {
    const member = ownMember(body, name);
    const value = isJsonObject(member) ? ownMember(member, 'message') : member;
    if (typeof value !== 'string') continue;
    const words = value
      .slice(0, maxReason)
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim();
    if (words === '') continue;
    return `: ${JSON.stringify(value.length > maxReason ? `${words}…` : words)}.`;
  }
  return '';
}

/** Describes a body that is not a GraphQL response. */
function describeBody(
  { status, contentType }: TextResponse,
  text: string,
  body: object | undefined,
): string {
  const start = text.trimStart();
  if (start === '') return `an empty body (HTTP status ${status})`;
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
