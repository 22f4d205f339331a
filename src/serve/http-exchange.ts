import type { Caller, HeaderSource } from '../core/caller.ts';
import type { Exchange } from '../mcp/exchange.ts';
import type { Incoming } from './incoming.ts';
import type { LateAnswer } from './late-answer.ts';

/**
 * What a method learns of the HTTP request that brought it.
 *
 * The signal is made when somebody asks for it, and then follows the request's own: it takes 5 µs,
 * as long as all else that is done here for a small call. A legacy client that disconnects has not
 * cancelled, so its signal follows nothing.
 */
export class HttpExchange implements Exchange {
  readonly caller: Caller;
  readonly headers: HeaderSource;
  readonly listChanged: boolean;
  readonly mirrorsArguments = true;
  /** Set where the client can read a stream. */
  late: LateAnswer | undefined = undefined;
  readonly #request: Request;
  readonly #modern: boolean;
  #controller: AbortController | undefined;

  constructor(
    { request, headers }: Incoming,
    caller: Caller,
    modern: boolean,
    listChanged: boolean,
  ) {
    this.caller = caller;
    this.headers = headers;
    this.listChanged = listChanged;
    this.#request = request;
    this.#modern = modern;
  }

  get notify(): ((json: string) => void) | undefined {
    const { late } = this;
    return late && ((json) => late.notify(json));
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#modern) this.#follow(this.#request.signal);
    }
    return this.#controller.signal;
  }

  /** The client has closed the stream that its answer was to come on. */
  disconnected(): void {
    if (this.#modern) this.#controller?.abort();
  }

  #follow(signal: AbortSignal): void {
    if (signal.aborted) this.#controller?.abort(signal.reason);
    else signal.addEventListener('abort', () => this.disconnected(), { once: true });
  }
}
