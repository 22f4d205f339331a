import { gatewayError, type GatewayError } from '../../core/diagnostic.ts';
import { isJsonObject, ownMember, parseJsonObject } from '../../core/json.ts';
import { cutText, plainText } from '../../core/text.ts';
import { createHttpClient, type HttpClient } from '../../http/client.ts';
import type { Environment } from '../../http/proxy.ts';
import { headerOf, type HttpResponse } from '../../http/exchange.ts';
import { checkCodes } from '../surface/check-codes.ts';

export interface McpClientOptions {
  /** URL of the MCP endpoint. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly signal: AbortSignal;
  /** Environment variables, for proxies. */
  readonly environment: Environment;
}

/** Largest response in bytes; a page of 500 large tools has some megabytes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * A client of one MCP server over Streamable HTTP. Its methods throw a `GatewayError` if the server
 * cannot be reached, or does not answer as the protocol requires.
 */
export class McpClient {
  readonly url: string;
  /** Additional headers of all requests: those of the revision, and the session id. */
  readonly headers = new Map<string, string>();
  readonly #options: McpClientOptions;
  readonly #http: HttpClient;
  readonly #path: string;
  #nextId = 1;

  constructor(options: McpClientOptions) {
    const { url, environment } = options;
    if (!URL.canParse(url)) throw unreachable(url, 'It is not a valid URL.');
    const { origin, pathname, search } = new URL(url);
    this.url = url;
    this.#options = options;
    this.#http = createHttpClient({ origin, maxConnections: 1, environment });
    this.#path = `${pathname}${search}`;
  }

  /** Sends a JSON-RPC request and returns its result. */
  async request(method: string, params: object): Promise<object> {
    const id = this.#nextId++;
    const isAnswer = (text: string): boolean => {
      const message = parseJsonObject(text);
      return message !== undefined && ownMember(message, 'id') === id;
    };
    const response = await this.#post({ jsonrpc: '2.0', id, method, params }, isAnswer);
    const sessionId = headerOf(response.headers, 'mcp-session-id');
    if (sessionId !== '') this.headers.set('mcp-session-id', sessionId);
    const text = response.body.toString('utf8');
    const message = isAnswer(text) ? parseJsonObject(text) : undefined;
    const result = message && ownMember(message, 'result');
    if (isJsonObject(result)) return result;
    const error = message && ownMember(message, 'error');
    const reason = isJsonObject(error) && ownMember(error, 'message');
    const why = typeof reason === 'string' ? reason : 'the response has no result';
    throw unreachable(this.url, `It answers ${method} with an error: ${why}.`);
  }

  /** Sends a JSON-RPC notification. */
  async notify(method: string): Promise<void> {
    await this.#post({ jsonrpc: '2.0', method }, () => true);
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  async #post(message: object, untilEvent: (data: string) => boolean): Promise<HttpResponse> {
    const { url, token, signal } = this.#options;
    const headers = new Map([
      ...this.headers,
      ['content-type', 'application/json'],
      ['accept', 'application/json, text/event-stream'],
      ['user-agent', 'graphql-mcp-gateway'],
    ]);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const result = await this.#http.send(
      {
        method: 'POST',
        path: this.#path,
        headers: [...headers].flat(),
        body: JSON.stringify(message),
      },
      { maxBytes, signal, untilEvent },
    );
    switch (result.kind) {
      case 'response':
        if (result.status >= 200 && result.status < 300) return result;
        throw unreachable(url, `It answers with HTTP status ${result.status}.`);
      case 'redirect':
        throw unreachable(url, `It redirects with HTTP status ${result.status}.`);
      case 'broken':
        throw unreachable(url, `It ${result.error.predicate}${codeIn(result.error.code)}.`);
      case 'stopped':
        throw unreachable(url, 'It does not respond in time.');
      case 'too-large':
        throw unreachable(url, 'Its response is too large.');
      case 'undecodable':
        throw unreachable(url, 'Its response cannot be decompressed.');
    }
  }
}

function codeIn(code: string): string {
  return code === '' ? '' : ` (${code})`;
}

/** Makes a text of the server safe to print: one line, no hidden characters, limited length. */
export function printable(text: string, limit: number): string {
  return cutText(plainText(text).replaceAll(/\s+/g, ' '), limit);
}

/** Creates the error for a server whose tools cannot be compared with. */
export function unreachable(url: string, why: string): GatewayError {
  const message =
    `The tools of the gateway at ${url} cannot be read. ${printable(why, 600)}`.trim();
  return gatewayError('GATEWAY_UNREACHABLE', message, checkCodes.GATEWAY_UNREACHABLE.advice);
}
