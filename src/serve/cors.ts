import { isLoopbackHost } from '../config/resolve.ts';
import type { HeaderSource } from '../core/caller.ts';
import type { HeaderRecord, HttpAnswer } from './http-answer.ts';
import type { RequestHeaders } from './incoming.ts';

/**
 * Makes the check of `Origin` headers. Only browsers send one, so its absence is fine.
 *
 * @param loopback whether pages served from this machine may call as well.
 */
export function createOriginCheck(
  allowed: readonly string[],
  loopback: boolean,
): (origin: string) => boolean {
  if (allowed.includes('*')) return () => true;
  const origins = new Set(allowed);
  return (origin) => origins.has(origin) || (loopback && isLoopbackOrigin(origin));
}

/**
 * Pages come over HTTP; extensions and programs with schemes of their own are named one by one.
 * Browsers write origins in one way only.
 */
function isLoopbackOrigin(origin: string): boolean {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.origin === origin && isLoopbackHost(page.hostname);
}

/** The headers that let a page of this origin read an answer, errors included. */
export function corsHeaders(origin: string): HeaderRecord {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
    vary: 'Origin',
  };
}

/** Whether a browser asks beforehand what it may send. */
export function isPreflight(method: string, headers: RequestHeaders): boolean {
  return method === 'OPTIONS' && headers.get('access-control-request-method') !== null;
}

/** Headers that clients send, beside those every page may. */
const allowedHeaders: readonly string[] = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'traceparent',
  'tracestate',
];

/** Answers a preflight. `Mcp-Param-*` has no end of names, so those asked for are repeated. */
export function preflightAnswer(headers: HeaderSource): HttpAnswer {
  const asked = (headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const params = asked.filter((name) => /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name));
  return {
    status: 204,
    body: null,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': [...allowedHeaders, ...params].join(', '),
      'access-control-max-age': '600',
    },
  };
}
