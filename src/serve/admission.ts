import { isLoopbackHost } from '../config/resolve.ts';
import type { HeaderSource } from '../core/call.ts';
import { errorCodes } from '../mcp/message.ts';
import type { HeaderRecord, HttpRequest, HttpResponse } from './http/message.ts';
import { emptyResponse, malformedRequest, refusal } from './http/responses.ts';

/** Whether a request is admitted, before its caller is identified. */
export interface Admission {
  /** The final response: a refusal, or the response to a preflight. */
  readonly response?: HttpResponse;
  /** Why the request is refused, and the refused value. */
  readonly refused?: readonly [cause: 'host' | 'origin', value: string];
  /** Headers that every response to the request carries. */
  readonly cors?: HeaderRecord;
}

export interface AdmissionOptions {
  /**
   * `*` for all. The names of the loopback addresses, and `host`, are always allowed: a page of
   * another site cannot have them.
   */
  readonly allowedHosts: readonly string[] | undefined;
  readonly allowedOrigins: readonly string[];
  /** The address to listen on. */
  readonly host?: string;
  /** Whether pages served from this machine may call too. */
  readonly loopback: boolean;
}

/** Returns the headers of callers that the tools and the configuration use, beside those of MCP. */
export type UsedHeaders = () => Iterable<string>;

const admitted: Admission = {};

/**
 * Creates the first check of a request: `Host`, then `Origin`, then preflights.
 *
 * It precedes authentication, because browsers send no credentials with a preflight, and a page must
 * be able to read that it has to authenticate.
 */
export function createAdmission(
  options: AdmissionOptions,
  usedHeaders: UsedHeaders = () => [],
): (request: HttpRequest) => Admission {
  const isHostAllowed = createHostCheck(options);
  const isOriginAllowed = createOriginCheck(options.allowedOrigins, options.loopback);
  return function admit(request) {
    const { method, headers } = request;
    // requests made in process have no Host header
    const host = headers.get('host') ?? request.defaultHost;
    if (!request.target) return { response: malformedRequest(headers) };
    if (!isHostAllowed(host)) {
      if (!isHost(host)) return { response: malformedRequest(headers) };
      return {
        response: forbidden('Host', 'server.allowedHosts', headers),
        refused: ['host', host],
      };
    }
    const origin = headers.get('origin') ?? null;
    if (origin === null) return admitted;
    if (!isOriginAllowed(origin)) {
      const response = forbidden('Origin', 'server.allowedOrigins', headers);
      return { response, refused: ['origin', origin] };
    }
    const cors = corsHeaders(origin);
    const isPreflight =
      method === 'OPTIONS' && headers.get('access-control-request-method') != null;
    return isPreflight ? { response: preflightResponse(headers, usedHeaders()), cors } : { cors };
  };
}

/**
 * Creates the `Host` check that prevents DNS rebinding: a page whose name was resolved to this
 * machine sends that name.
 *
 * An entry without a port allows every port of its host.
 */
function createHostCheck({
  allowedHosts = [],
  host: own = 'localhost',
}: AdmissionOptions): (host: string) => boolean {
  if (allowedHosts.includes('*')) return isHost;
  const names = new Set([own, `[${own}]`, ...allowedHosts].map((name) => name.toLowerCase()));
  return (host) => {
    const name = withoutPort(host).toLowerCase();
    return isLoopbackHost(name) || names.has(name) || names.has(host.toLowerCase());
  };
}

/** Whether a text is a valid host name, with or without a port. */
function isHost(text: string): boolean {
  return !/[@/\\?#]/.test(text) && URL.canParse(`http://${text}`);
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** Creates the `Origin` check. Only browsers send the header, so requests without it pass. */
function createOriginCheck(
  allowed: readonly string[],
  loopback: boolean,
): (origin: string) => boolean {
  if (allowed.includes('*')) return () => true;
  const origins = new Set(allowed);
  return (origin) => origins.has(origin) || (loopback && isLoopbackOrigin(origin));
}

/**
 * Whether an origin is a page that this machine serves over HTTP; browser extensions and other
 * schemes must be allowed by name. Browsers write origins in exactly one form.
 */
function isLoopbackOrigin(origin: string): boolean {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && isLoopbackHost(url.hostname);
}

function forbidden(header: string, option: string, headers: HeaderSource): HttpResponse {
  const message = `The ${header} header is not in the list of allowed values (option ${option}).`;
  return refusal(403, errorCodes.INVALID_REQUEST, message, headers);
}

/** The headers that let a page of this origin read the response, including errors. */
function corsHeaders(origin: string): HeaderRecord {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
    vary: 'Origin',
  };
}

/** Headers that clients send in addition to the CORS-safelisted ones. */
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

/** `Mcp-Param-*` headers have arbitrary names, so the requested ones are repeated. */
function preflightResponse(headers: HeaderSource, used: Iterable<string>): HttpResponse {
  const requested = (headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const params = requested.filter((name) => /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name));
  const names = [...used].map((name) => name.toLowerCase()).sort();
  const listed = new Set([...allowedHeaders, ...names]);
  return emptyResponse(204, {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': [...listed, ...params].join(', '),
    'access-control-max-age': '600',
  });
}
