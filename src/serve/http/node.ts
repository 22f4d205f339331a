import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderSource } from '../../core/call.ts';
import { BodyBuffer } from '../../http/body.ts';
import {
  isTooLarge,
  readTarget,
  type Body,
  type HttpRequest,
  type HttpResponse,
  type Target,
} from './message.ts';

/** A request of `node:http`. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly target: Target | undefined;
  readonly headers: HeaderSource;
  /** Only HTTP/1.0 allows requests without a `Host` header. */
  readonly defaultHost = 'localhost';
  readonly disconnect: () => void;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.method = request.method ?? '';
    this.target = readTarget(request.url ?? '');
    this.headers = new NodeHeaders(request);
    this.disconnect = () => response.destroy();
    this.#request = request;
    this.#response = response;
  }

  readBody(limit: number): Promise<Body> {
    const request = this.#request;
    if (isTooLarge(this.headers, limit)) return Promise.resolve({ kind: 'tooLarge' });
    return new Promise((resolve) => {
      const body = new BodyBuffer();
      request.on('data', (chunk: Buffer) => {
        if (body.length + chunk.length > limit) resolve({ kind: 'tooLarge' });
        else body.add(chunk);
      });
      request.once('end', () => resolve({ kind: 'bytes', bytes: body.toBuffer() }));
      request.once('error', () => resolve({ kind: 'broken' }));
      request.once('close', () => resolve({ kind: 'broken' }));
    });
  }

  toRequest(): Request {
    const { method, headersDistinct, url = '/' } = this.#request;
    const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const base = `http://${this.headers.get('host') ?? this.defaultHost}`;
    return new Request(new URL(url, base), { ...(method && { method }), headers });
  }

  onGone(listener: () => void): void {
    const response = this.#response;
    if (response.destroyed) return listener();
    response.once('close', () => {
      if (!response.writableFinished) listener();
    });
  }
}

/** Headers of `node:http`; the values of repeated ones are joined by commas (`joinDuplicateHeaders`). */
class NodeHeaders implements HeaderSource {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  get(name: string): string | undefined {
    const { headers } = this.#request;
    const key = headers[name] === undefined ? name.toLowerCase() : name;
    const value = Object.hasOwn(headers, key) ? headers[key] : undefined;
    return Array.isArray(value) ? value.join(', ') : value;
  }
}

/** Time in which a client that is still sending may read why its request is refused. */
const lingerMs = 500;

/** Writes a response. Resolves when all of it is written, although perhaps not sent. */
export async function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
): Promise<void> {
  if (!request.complete) linger(request, response);
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers);
    return writeStream(response, body);
  }
  await endOfTurn();
  const length = typeof body === 'string' ? Buffer.byteLength(body) : (body?.length ?? 0);
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length });
  if (body === null) response.end();
  else response.end(body);
}

let turn: Promise<void> | undefined;

/**
 * Waits for the end of this turn of the event loop, so that the responses of a turn are written in a
 * row. A write wakes its reader up, a client or a proxy on this machine; the next ones of the row
 * find it awake, and cost much less.
 */
function endOfTurn(): Promise<void> {
  return (turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  }));
}

/** Discards the rest of a request for a moment: closing at once would discard the response. */
function linger(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.once('finish', () => {
    const timer = setTimeout(() => request.destroy(), lingerMs);
    request.once('close', () => clearTimeout(timer));
  });
}

async function writeStream(
  response: ServerResponse,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  if (response.destroyed) return cancel();
  response.once('close', cancel);
  response.flushHeaders();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!response.write(value)) await drained(response);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
