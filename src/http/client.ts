import { createConnections, type ConnectionSettings } from './connections.ts';
import { decodeBody } from './decode-body.ts';
import {
  exchange,
  headerOf,
  type ExchangeResult,
  type HttpRequest,
  type HttpResponse,
  type SendOptions,
} from './exchange.ts';
import { followRedirect, maxRedirects, type RedirectProblem } from './redirect.ts';

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
  | { readonly kind: 'redirect'; readonly problem: RedirectProblem; readonly status: number }
  | { readonly kind: 'undecodable'; readonly problem: 'unknown' | 'damaged' };

/**
 * Creates a client: a connection pool that honours proxies and certificates, follows redirects within
 * its origin, and decompresses bodies up to a size limit.
 *
 * Throws a `GatewayError` for a certificate file that cannot be used.
 */
export function createHttpClient(settings: ConnectionSettings): HttpClient {
  const { origin } = settings;
  const connections = createConnections(settings);

  async function send(request: HttpRequest, options: SendOptions): Promise<HttpResult> {
    let current = request;
    for (let hops = 0; ; hops++) {
      const result = await exchange(connections.open(), origin, current, options);
      if (result.kind !== 'response') return result;
      const { status, headers } = result;
      if (status < 300 || status >= 400) return decode(result, options.maxBytes);
      const location = headerOf(headers, 'location');
      const target = followRedirect(status, location, { origin, path: current.path });
      if (target.kind === 'problem') return { kind: 'redirect', problem: target.problem, status };
      if (hops === maxRedirects) return { kind: 'redirect', problem: 'loop', status };
      current = { ...request, path: target.path };
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
      ? { kind: 'too-large' }
      : { kind: 'undecodable', problem: result.kind };
  });
}
