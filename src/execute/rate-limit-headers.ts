import type { AnswerHeaders } from './exchange.ts';

/**
 * Seconds after which the API wants to be called again, as its headers say.
 *
 * | header                                        | read as                              |
 * | --------------------------------------------- | ------------------------------------ |
 * | `Retry-After: 30`                             | seconds (RFC 9110, section 10.2.3)   |
 * | `Retry-After: Fri, 31 Dec 2027 23:59:59 GMT`  | the time until then                  |
 * | `X-RateLimit-Remaining: 0` and `X-RateLimit-Reset: <seconds since 1970>` | the time until then, as GitHub has it |
 *
 * @param nowMs the time of day in milliseconds since 1970.
 */
export function readRetryAfter(headers: AnswerHeaders, nowMs: number): number | undefined {
  const retryAfter = headers['retry-after'];
  if (typeof retryAfter === 'string') return parseRetryAfter(retryAfter.trim(), nowMs);
  if (!isLimitReached(headers)) return undefined;
  const reset = headers['x-ratelimit-reset'];
  if (typeof reset !== 'string' || !seconds.test(reset)) return undefined;
  return Math.max(0, Math.ceil(Number(reset) - nowMs / 1_000));
}

/** Whether the answer says that nothing is left of a rate limit: GitHub sends it with 403. */
export function isLimitReached(headers: AnswerHeaders): boolean {
  return headers['x-ratelimit-remaining'] === '0';
}

const seconds = /^\d{1,12}$/;

function parseRetryAfter(value: string, nowMs: number): number | undefined {
  if (seconds.test(value)) return Number(value);
  // Date.parse also takes bare numbers, as years
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1_000));
}
