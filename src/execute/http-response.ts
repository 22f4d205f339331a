import type { ExecutionOutcome } from '../core/call.ts';
import { classificationOfStatus } from '../core/classification.ts';
import { ownMember, parseJsonObject } from '../core/json.ts';
import { failure, type Failure } from './failures.ts';

/** An HTTP answer with its body as text. */
export interface TextAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Reads an HTTP answer as a GraphQL response, by https://graphql.github.io/graphql-over-http/.
 *
 * A body is a GraphQL response when it is a JSON object with `data` or `errors`, whatever status
 * and media type it comes with: servers send errors as `application/json` with 200, 400, 401 or
 * 500, and some as `text/plain`. What is in it is for the result mapper to judge. Anything else is
 * told by its status, or, when the status claims success, as an answer that is not GraphQL.
 */
export function readAnswer(answer: TextAnswer): ExecutionOutcome {
  const { status, retryAfterSeconds } = answer;
  const text = answer.text.charCodeAt(0) === byteOrderMark ? answer.text.slice(1) : answer.text;
  const body = parseJsonObject(text);
  if (!body || !(Object.hasOwn(body, 'data') || Object.hasOwn(body, 'errors'))) {
    return refuse(answer, text, body);
  }
  if (retryAfterSeconds === undefined) return { kind: 'response', body, text, status };
  return { kind: 'response', body, text, status, retryAfterSeconds };
}

const byteOrderMark = 0xfeff;

function refuse(answer: TextAnswer, text: string, body: object | undefined): Failure {
  const { status, retryAfterSeconds } = answer;
  const byStatus = classificationOfStatus(status);
  if (byStatus) {
    const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return failure(byStatus, `The GraphQL API answered with HTTP status ${status}.`, details);
  }
  return failure(
    'UPSTREAM_MISMATCH',
    `The GraphQL API answered with ${describe(answer, text, body)}.`,
  );
}

/** Names what came instead of a GraphQL response; never quotes it. */
function describe(
  { status, contentType }: TextAnswer,
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
    ? 'JSON that is malformed or breaks off'
    : 'something that is not JSON';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
