import type { Caller, HeaderSource } from '../core/caller.ts';
import type { Exchange } from '../mcp/context.ts';
import type { Incoming } from './incoming.ts';
import type { LateAnswer } from './late-answer.ts';

/**
 * What a method learns of the HTTP request that brought it.
 *
 * A signal is made when somebody asks for it. A legacy client that disconnects has not cancelled, so
 * its calls are irrevocable.
 */
export class HttpExchange implements Exchange {
  readonly caller: Caller;
  readonly headers: HeaderSource;
  readonly listChanged: boolean;
  readonly mirrorsArguments = true;
  /** Set where the client can read a stream. */
  late: LateAnswer | undefined = undefined;
  readonly #incoming: Incoming;
  readonly #modern: boolean;
  #controller: AbortController | undefined;

  constructor(incoming: Incoming, caller: Caller, modern: boolean, listChanged: boolean) {
    this.caller = caller;
    this.headers = incoming.headers;
    this.listChanged = listChanged;
    this.#incoming = incoming;
    this.#modern = modern;
  }

  get notify(): ((json: string) => void) | undefined {
    const { late } = this;
    return late && ((json) => late.notify(json));
  }

  get irrevocable(): boolean {
    return !this.#modern;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#modern) this.#incoming.onGone(() => this.disconnected());
    }
    return this.#controller.signal;
  }

  /** The client has closed the stream that its answer was to come on. */
  disconnected(): void {
    if (this.#modern) this.#controller?.abort();
  }
}
