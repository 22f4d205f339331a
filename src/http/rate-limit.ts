import { headerOf, type HttpHeaders } from './exchange.ts';

/** How a server's headers describe a rate limit. */
interface LimitHeaders {
  /** `0` if the limit is exhausted. */
  readonly remaining: string;
  readonly reset: string;
  /** The meaning of `reset`. */
  readonly unit: 'seconds left' | 'seconds since 1970' | 'milliseconds since 1970';
}

/**
 * The headers of rate limits.
 *
 * | server      | source                                                                             |
 * | ----------- | ---------------------------------------------------------------------------------- |
 * | GitHub      | https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api |
 * | Contentful  | https://www.contentful.com/developers/docs/references/graphql/#/introduction/api-rate-limits |
 * | Linear      | https://linear.app/developers/rate-limiting                                        |
 * | IETF draft  | https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/06/          |
 */
const limits: readonly LimitHeaders[] = [
  limit('x-ratelimit-remaining', 'x-ratelimit-reset', 'seconds since 1970'),
  limit('', 'x-contentful-ratelimit-reset', 'seconds left'),
  limit('x-ratelimit-requests-remaining', 'x-ratelimit-requests-reset', 'milliseconds since 1970'),
  limit(
    'x-ratelimit-complexity-remaining',
    'x-ratelimit-complexity-reset',
    'milliseconds since 1970',
  ),
  limit(
    'x-ratelimit-endpoint-requests-remaining',
    'x-ratelimit-endpoint-requests-reset',
    'milliseconds since 1970',
  ),
  limit('ratelimit-remaining', 'ratelimit-reset', 'seconds left'),
];

function limit(remaining: string, reset: string, unit: LimitHeaders['unit']): LimitHeaders {
  return { remaining, reset, unit };
}

/** Returns whether the headers of a response with status 403 say that a rate limit is exhausted. */
export function isLimitReached(headers: HttpHeaders): boolean {
  return (
    headerOf(headers, 'retry-after') !== '' || limits.some((each) => isExhausted(each, headers))
  );
}

function isExhausted({ remaining, reset }: LimitHeaders, headers: HttpHeaders): boolean {
  if (remaining !== '') return headerOf(headers, remaining).trim() === '0';
  return digits.test(headerOf(headers, reset)) && headerOf(headers, reset) !== '0';
}

/**
 * Seconds after which the API accepts requests again, according to its headers.
 *
 * | header                                        | meaning                             |
 * | --------------------------------------------- | ----------------------------------- |
 * | `Retry-After: 30`                             | seconds (RFC 9110, section 10.2.3)  |
 * | `Retry-After: Fri, 31 Dec 2027 23:59:59 GMT`  | time of day                         |
 * | an exhausted limit and its reset              | see the table above                 |
 *
 * Of several exhausted limits the last one to be reset decides.
 *
 * @param nowMs the time of day in milliseconds since 1970.
 */
export function readRetryAfter(headers: HttpHeaders, nowMs: number): number | undefined {
  const retryAfter = headerOf(headers, 'retry-after');
  if (retryAfter !== '') return parseRetryAfter(retryAfter.trim(), nowMs);
  const waits = limits
    .filter((each) => isExhausted(each, headers))
    .map(({ reset, unit }) => secondsUntil(headerOf(headers, reset).trim(), unit, nowMs))
    .filter((wait) => wait !== undefined);
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

const digits = /^\d{1,15}$/;

function secondsUntil(
  value: string,
  unit: LimitHeaders['unit'],
  nowMs: number,
): number | undefined {
  if (!digits.test(value)) return undefined;
  const number = Number(value);
  if (unit === 'seconds left') return number;
  const resetMs = unit === 'seconds since 1970' ? number * 1_000 : number;
  return Math.max(0, Math.ceil((resetMs - nowMs) / 1_000));
}

function parseRetryAfter(value: string, nowMs: number): number | undefined {
  if (digits.test(value)) return Number(value);
  // Date.parse accepts bare numbers as years
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1_000));
}
