import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { BodyBuffer } from '../http/body-buffer.ts';
import { isTooLarge, textBody, type Body } from './body.ts';
import type { Incoming, RequestHeaders } from './incoming.ts';

/**
 * A request of `node:http`, read without a `Request` in between.
 *
 * Its bytes can be checked, where a `Request` gives text alone. A small call in process takes 7 % less
 * CPU time than through `Request` and `Response`, one through an upstream 2 %.
 */
export class NodeIncoming implements Incoming {
  readonly method: string;
  readonly headers: RequestHeaders;
  /** Only HTTP/1.0 may leave the header out, which no browser speaks. */
  readonly urlHost = 'localhost';
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.method = request.method ?? '';
    this.headers = new NodeHeaders(request.headers);
    this.#request = request;
    this.#response = response;
  }

  get cut(): () => void {
    return () => this.#response.destroy();
  }

  readText(limit: number): Promise<Body> {
    const request = this.#request;
    if (isTooLarge(request.headers['content-length'], limit)) {
      return Promise.resolve({ kind: 'tooLarge' });
    }
    return new Promise((resolve) => {
      const body = new BodyBuffer();
      request.on('data', (chunk: Buffer) => {
        if (body.length + chunk.length > limit) resolve({ kind: 'tooLarge' });
        else body.add(chunk);
      });
      request.on('end', () => resolve(bodyOf(body.toBuffer())));
      request.on('error', () => resolve({ kind: 'broken' }));
    });
  }

  onGone(listener: () => void): void {
    const response = this.#response;
    if (response.destroyed) return listener();
    response.once('close', () => {
      if (!response.writableFinished) listener();
    });
  }
}

function bodyOf(bytes: Buffer): Body {
  return textBody(bytes.toString(), () => isUtf8(bytes));
}

/** Headers as `node:http` has them: lower-case names, several of one name joined by commas. */
class NodeHeaders implements RequestHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name] ?? this.#headers[name.toLowerCase()];
    // what is no text came from the prototype, or is a list of cookies
    return typeof value === 'string' ? value : null;
  }
}
