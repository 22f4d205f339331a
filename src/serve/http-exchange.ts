import { neverAborted, type Caller, type HeaderSource } from '../core/caller.ts';
import type { Exchange } from '../mcp/exchange.ts';
import type { Incoming } from './incoming.ts';
import type { LateAnswer } from './late-answer.ts';

/**
 * What a method learns of the HTTP request that brought it.
 *
 * A signal is made when somebody asks for it, for it takes 5 µs, as long as all else that is done
 * here for a small call. A legacy client that disconnects has not cancelled, and has none.
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

  get signal(): AbortSignal {
    if (!this.#modern) return neverAborted;
    if (!this.#controller) {
      this.#controller = new AbortController();
      this.#incoming.onGone(() => this.disconnected());
    }
    return this.#controller.signal;
  }

  /** The client has closed the stream that its answer was to come on. */
  disconnected(): void {
    this.#controller?.abort();
  }
}
