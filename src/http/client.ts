import type { Dispatcher } from 'undici';
import { decodeBody } from './body.ts';
import { createConnections, type ConnectionSettings } from './connections.ts';
import {
  exchange,
  headerOf,
  type ExchangeResult,
  type HttpRequest,
  type HttpResponse,
  type SendOptions,
} from './exchange.ts';
import { explainNetworkError } from './network-errors.ts';

/** Sends requests to one origin. */
export interface HttpClient {
  readonly origin: string;
  /** Never rejects because of the network or the server. */
  send(request: HttpRequest, options: SendOptions): Promise<HttpResult>;
  /** Closes all connections; requests in progress end as `broken`. */
  close(): Promise<void>;
}

/** The outcome of a request; the body of a response is decompressed. */
export type HttpResult =
  | ExchangeResult
  | {
      readonly kind: 'redirect';
      readonly problem: RedirectProblem;
      readonly status: number;
      /** Origin and path of the target, for operators: a query may contain credentials. */
      readonly target?: string;
    }
  | { readonly kind: 'undecodable'; readonly problem: 'unknown' | 'damaged' };

/** Why a redirect is not followed. */
export type RedirectProblem =
  /** 304: the client sends no conditional requests, so there is no copy to fall back on. */
  | 'not-modified'
  /** 301, 302, 303 and others: clients change the method to GET. */
  | 'changes-method'
  | 'no-location'
  /** Credentials must not be sent to another origin. */
  | 'other-origin'
  /** More than `maxRedirects` in a row. */
  | 'loop';

export interface ClientSettings extends ConnectionSettings {
  /** Redirects followed for one request. @default 3 */
  readonly maxRedirects?: number;
}

/**
 * Creates a client: a connection pool that honours proxies and certificates, follows redirects within
 * its origin, and decompresses bodies up to a size limit.
 *
 * Throws a `GatewayError` for a certificate file or a proxy that cannot be used.
 */
export function createHttpClient(settings: ClientSettings): HttpClient {
  const { origin, maxRedirects = 3 } = settings;
  const connections = createConnections(settings);

  function tryOpen(): Dispatcher | Extract<ExchangeResult, { readonly kind: 'broken' }> {
    try {
      return connections.open();
    } catch (error) {
      return { kind: 'broken', error: explainNetworkError(error), sent: false };
    }
  }

  async function send(request: HttpRequest, options: SendOptions): Promise<HttpResult> {
    const dispatcher = tryOpen();
    if ('kind' in dispatcher) return dispatcher;
    let current = request;
    for (let hops = 0; ; hops++) {
      const result = await exchange(dispatcher, origin, current, options);
      if (result.kind !== 'response') return result;
      const { status, headers } = result;
      if (status < 300 || status >= 400) return decode(result, options.maxBytes);
      const target = targetOf(headerOf(headers, 'location'), `${origin}${current.path}`);
      const isLoop = hops === maxRedirects;
      const problem = problemOf(status, target, origin) ?? (isLoop ? 'loop' : undefined);
      if (!target || problem) {
        const named = target && `${target.origin}${target.pathname}`.slice(0, 300);
        return {
          kind: 'redirect',
          problem: problem ?? 'no-location',
          status,
          ...(named && { target: named }),
        };
      }
      current = { ...request, path: `${target.pathname}${target.search}` };
    }
  }

  return { origin, send, close: () => connections.close() };
}

/** Decompresses a response's body; a response without compression is returned as it is. */
function decode(response: HttpResponse, maxBytes: number): HttpResult | Promise<HttpResult> {
  const encoding = headerOf(response.headers, 'content-encoding').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || response.body.length === 0) return response;
  return decodeBody(response.body, encoding, maxBytes).then((result) => {
    if (result.kind === 'body') return { ...response, body: result.body };
    return result.kind === 'too-large'
      ? { kind: 'too-large', status: response.status }
      : { kind: 'undecodable', problem: result.kind };
  });
}

/**
 * Why a redirect is not followed; undefined if it is.
 *
 * | status           | target       | result                                                |
 * | ---------------- | ------------ | ----------------------------------------------------- |
 * | 307, 308         | same origin  | followed with method and body (RFC 9110, 15.4.8–15.4.9) |
 * | 307, 308         | other origin | `other-origin`                                        |
 * | 304              |              | `not-modified`                                        |
 * | 301, 302, 303, … | any          | `changes-method`                                      |
 */
function problemOf(
  status: number,
  target: URL | undefined,
  origin: string,
): RedirectProblem | undefined {
  if (status === 304) return 'not-modified';
  if (status !== 307 && status !== 308) return 'changes-method';
  return !target || target.origin === origin ? undefined : 'other-origin';
}

function targetOf(location: string, base: string): URL | undefined {
  return location !== '' && URL.canParse(location, base) ? new URL(location, base) : undefined;
}
