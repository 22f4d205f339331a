import type { Dispatcher } from 'undici';
import { addChunk, type Chunks } from './chunks.ts';
import type { CallStop, StopReason } from './call-stop.ts';
import type { HttpRequest } from './http-request.ts';

/** Headers of an answer; a name that came several times has a list. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A complete HTTP answer, its body in the chunks it came in. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Chunks;
}

/** How one HTTP request ended. `sent` says that the API may have got some of it. */
export type Exchanged =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken'; readonly error: unknown; readonly sent: boolean }
  | { readonly kind: 'stopped'; readonly reason: StopReason; readonly sent: boolean };

/** Where requests go, and how much is read of an answer. */
export interface Channel {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  /** Bytes of an answer's body as it comes over the wire. */
  readonly maxBytes: number;
}

/**
 * Sends one request and reads its answer whole.
 *
 * It drives the connection pool's dispatch interface, for `request()` wraps every body in a stream
 * that is only there to be read to its end. When the call is ended early, the outcome is there at
 * once and the connection is cut, so that the API sees that nobody waits any more.
 */
export function exchange(
  channel: Channel,
  request: HttpRequest,
  stop: CallStop,
): Promise<Exchanged> {
  return new Promise((resolve) => {
    if (stop.reason) return resolve({ kind: 'stopped', reason: stop.reason, sent: false });
    const handler = new ExchangeHandler(channel.maxBytes, stop, resolve);
    channel.dispatcher.dispatch(
      {
        origin: channel.origin,
        path: request.path,
        method: request.method,
        headers: request.headers,
        body: request.body,
      },
      handler,
    );
  });
}

/** One class for all requests: its methods are made once, and not a closure each per request. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #stop: CallStop;
  readonly #resolve: (exchanged: Exchanged) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #settledChunks = 0;
  #bytes = 0;
  #status = 0;
  #headers: AnswerHeaders = {};
  #settled = false;

  constructor(maxBytes: number, stop: CallStop, resolve: (exchanged: Exchanged) => void) {
    this.#maxBytes = maxBytes;
    this.#stop = stop;
    this.#resolve = resolve;
    stop.onStop(() => this.#cut());
  }

  /**
   * Called when a connection is there, right before the first byte is written.
   *
   * Throwing takes back a request that nobody waits for any more and leaves the connection to the
   * next one. Aborting would close it: when calls are given up faster than connections come about,
   * there would never be one.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) throw givenUp;
    this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: AnswerHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (Number(headers['content-length']) > this.#maxBytes) this.#refuse(controller);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.#refuse(controller);
    else this.#settledChunks = addChunk(this.#chunks, chunk, this.#settledChunks);
  }

  onResponseEnd(): void {
    const body = { chunks: this.#chunks, length: this.#bytes };
    this.#settle({
      kind: 'answer',
      answer: { status: this.#status, headers: this.#headers, body },
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    this.#settle({ kind: 'broken', error, sent: this.#controller !== undefined });
  }

  #refuse(controller: Dispatcher.DispatchController): void {
    this.#settle({ kind: 'too-large' });
    controller.abort(givenUp);
  }

  #cut(): void {
    const reason = this.#stop.reason ?? 'cancelled';
    this.#settle({ kind: 'stopped', reason, sent: this.#controller !== undefined });
    this.#controller?.abort(givenUp);
  }

  #settle(exchanged: Exchanged): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#stop.onStop(undefined);
    this.#resolve(exchanged);
  }
}

/** The reason connections are cut with; nobody reads it, so one is enough. */
const givenUp = new Error('The call was given up.');
