import { readWebBody, type Body } from './body.ts';
import type { Incoming, RequestHeaders } from './incoming.ts';

/** A request of web standards. */
export class WebIncoming implements Incoming {
  readonly method: string;
  readonly headers: RequestHeaders;
  readonly cut: (() => void) | undefined;
  readonly #request: Request;

  /** @param env what the server passes on beside the request; node-server, its own response. */
  constructor(request: Request, env: unknown) {
    this.method = request.method;
    this.headers = request.headers;
    this.cut = hasOutgoing(env) ? () => env.outgoing.destroy() : undefined;
    this.#request = request;
  }

  get urlHost(): string {
    return new URL(this.#request.url).host;
  }

  readText(limit: number): Promise<Body> {
    return readWebBody(this.#request, limit);
  }

  onGone(listener: () => void): void {
    const { signal } = this.#request;
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  }
}

function hasOutgoing(env: unknown): env is { readonly outgoing: { destroy(): void } } {
  return typeof env === 'object' && env !== null && 'outgoing' in env;
}
