import type { Send, SendInit } from './matrix.ts';

/** A JSON-RPC message or batch as it came back. */
export interface Exchanged {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for an empty body. */
  readonly json: unknown;
}

export const acceptBoth = 'application/json, text/event-stream';

/** Posts a JSON value (or a text, as it is) to the MCP endpoint. */
export async function post(
  send: Send,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  path = '/mcp',
): Promise<Exchanged> {
  const init: SendInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: acceptBoth, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
  const response = await send(path, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

/** The `_meta` of a request of revision 2026-07-28. */
export function modernMeta(version: unknown = '2026-07-28'): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}

/** A request of revision 2026-07-28. */
export function modern(method: string, params: object = {}, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method, params: { _meta: modernMeta(), ...params } };
}

/** The headers that go with a request of revision 2026-07-28. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
}

/** Reads server-sent events one by one. */
export interface EventReader {
  /** The next event, or undefined when the stream has ended. Comments are passed over. */
  next(): Promise<{ readonly event: string; readonly data: string } | undefined>;
  /** The next line, comments included. */
  line(): Promise<string | undefined>;
  cancel(): Promise<void>;
}

export function readEvents({ body }: Response): EventReader {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  // the body of an answer that is no stream after all is still to be read otherwise
  const read = () => (reader ??= (body ?? new ReadableStream<Uint8Array>()).getReader());
  const decoder = new TextDecoder();
  let waiting = '';
  const line = async (): Promise<string | undefined> => {
    for (;;) {
      const end = waiting.indexOf('\n');
      if (end !== -1) {
        const found = waiting.slice(0, end);
        waiting = waiting.slice(end + 1);
        return found;
      }
      const { done, value } = await read().read();
      if (done) return undefined;
      waiting += decoder.decode(value, { stream: true });
    }
  };
  return {
    line,
    async next() {
      let event = '';
      for (;;) {
        const text = await line();
        if (text === undefined) return undefined;
        if (text.startsWith('event: ')) event = text.slice(7);
        if (text.startsWith('data: ')) return { event, data: text.slice(6) };
      }
    },
    cancel: () => read().cancel(),
  };
}
