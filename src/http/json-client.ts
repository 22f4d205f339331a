import { parseJsonObject, type JsonObject } from '../core/json.ts';
import { createHttpClient, type HttpClient, type HttpResult } from './client.ts';
import type { HttpRequest } from './exchange.ts';
import type { Environment } from './proxy.ts';

/** A JSON object of any status, or the reason why there is none; reasons name no address. */
type JsonAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly value: JsonObject }
  | { readonly kind: 'failed'; readonly reason: string };

/** Exchanges small JSON objects with servers that the configuration names. */
export interface JsonClient {
  get(url: string): Promise<JsonAnswer>;
  /** Posts a form. Redirects are not followed: the form and the headers contain credentials. */
  postForm(
    url: string,
    form: URLSearchParams,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonAnswer>;
  close(): Promise<void>;
}

export interface JsonClientOptions {
  readonly environment: Environment;
  /** File of PEM certificates that are trusted in addition to the system's. */
  readonly caFile?: string | undefined;
}

/** Deadline of a request, in milliseconds. */
const deadlineMs = 10_000;
const maxBytes = 1_048_576;
/** Connections to one server. */
const maxConnections = 8;

/** Throws a `GatewayError` at the first request if the certificates or a proxy cannot be used. */
export function createJsonClient({ environment, caFile }: JsonClientOptions): JsonClient {
  const clients = new Map<string, HttpClient>();

  function clientOf(origin: string): HttpClient {
    const settings = { origin, maxConnections, caFile, environment, maxRedirects: 0 };
    const client = clients.get(origin) ?? createHttpClient(settings);
    clients.set(origin, client);
    return client;
  }

  async function send(url: string, request: Omit<HttpRequest, 'path'>): Promise<JsonAnswer> {
    const { origin, pathname, search } = new URL(url);
    const signal = AbortSignal.timeout(deadlineMs);
    const path = `${pathname}${search}`;
    return toAnswer(await clientOf(origin).send({ ...request, path }, { maxBytes, signal }));
  }

  return {
    get: (url) => send(url, { method: 'GET', headers: ['accept', 'application/json'], body: null }),
    postForm(url, form, headers = {}) {
      const all = {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      };
      const body = form.toString();
      return send(url, { method: 'POST', headers: Object.entries(all).flat(), body });
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

function toAnswer(result: HttpResult): JsonAnswer {
  switch (result.kind) {
    case 'response': {
      const value = parseJsonObject(result.body.toString());
      if (!value) return failed(`answered without a JSON object (HTTP status ${result.status})`);
      return { kind: 'json', status: result.status, value };
    }
    case 'broken':
      return failed(result.error.predicate);
    case 'stopped':
      return failed(`did not answer within ${deadlineMs / 1_000} seconds`);
    case 'redirect':
      return failed(`redirects (HTTP status ${result.status})`);
    case 'too-large':
      return failed(`sent more than ${maxBytes} bytes`);
    case 'undecodable':
      return failed('sent a body that cannot be decompressed');
  }
}

function failed(reason: string): JsonAnswer {
  return { kind: 'failed', reason };
}
