import type { Answer } from '../mcp/reply.ts';
import { streamHeaders, type EventStream } from './event-stream.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { Patience, Waiting } from './patience.ts';
import type { Streams } from './streams.ts';

export interface LateAnswerOptions {
  readonly streams: Streams;
  /** Decides when an answer is late. */
  readonly patience: Patience;
  /** Cuts the connection of a client that stopped reading, where the server can. */
  readonly cut: (() => void) | undefined;
}

/**
 * Answers in JSON when the answer comes soon, else on an event stream.
 *
 * Proxies close what is quiet for a minute, and a JSON answer is quiet until it is whole. On a
 * stream, keep-alive comments and progress notifications go before it. Only for clients that say
 * they read streams; with too many streams open, the answer stays JSON.
 */
export class LateAnswer implements Waiting {
  place = -1;
  checksLeft = 0;
  readonly #options: LateAnswerOptions;
  readonly #onDisconnected: () => void;
  #resolve: ((answer: HttpAnswer) => void) | undefined;
  #stream: EventStream | undefined;
  #answered = false;
  #onAnswered: (() => void) | undefined;

  /** @param onDisconnected called when the client closes the stream before its answer came. */
  constructor(options: LateAnswerOptions, onDisconnected: () => void) {
    this.#options = options;
    this.#onDisconnected = onDisconnected;
  }

  /** Sends a notification ahead of the answer, on the stream, which it opens. */
  notify(json: string): void {
    this.onTired();
    this.#stream?.send(json);
  }

  /** Answers with what comes, or with a stream on which it will come. */
  respond(coming: Promise<Answer>, render: (answer: Answer) => HttpAnswer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#options.patience.start(this);
      coming.then((answer) => this.#came(answer, render), reject);
    });
  }

  onTired(): void {
    if (this.#answered || this.#stream) return;
    const { streams, cut } = this.#options;
    this.#stream = streams.open({
      onEnd: () => new Promise((resolve) => (this.#onAnswered = resolve)),
      onClosed: () => this.#closed(),
      cut,
    });
    if (!this.#stream) return;
    this.#resolve?.({ status: 200, body: this.#stream.body, headers: streamHeaders });
  }

  #came(answer: Answer, render: (answer: Answer) => HttpAnswer): void {
    this.#answered = true;
    this.#options.patience.stop(this);
    if (!this.#stream) return this.#resolve?.(render(answer));
    this.#stream.send(answer.json);
    this.#stream.close();
    this.#onAnswered?.();
  }

  #closed(): void {
    if (!this.#answered) this.#onDisconnected();
  }
}
