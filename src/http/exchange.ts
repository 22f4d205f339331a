import type { Dispatcher } from 'undici';
import { BodyBuffer } from './body.ts';
import { createEventReader, type EventReader } from './event-reader.ts';
import { explainNetworkError, type NetworkError } from './network-errors.ts';

export interface HttpRequest {
  readonly method: 'POST' | 'GET';
  /** Path and query. */
  readonly path: string;
  /** Alternating names and values. */
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
}

/** The part of `AbortSignal` that a request uses. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: AbortListener): void;
  removeEventListener(type: 'abort', listener: AbortListener): void;
}

export interface AbortListener {
  handleEvent(): void;
}

export interface SendOptions {
  /** Largest response body in bytes, before and after decompression. */
  readonly maxBytes: number;
  /** Ends the request immediately and closes its connection. */
  readonly signal: StopSignal;
  /**
   * Ends an event stream at the first event whose data it accepts; the body is then that data.
   * Without it a stream is read to its end like any other body.
   */
  readonly untilEvent?: (data: string) => boolean;
}

/** Response headers by lower-case name; a repeated header has a list. */
export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface HttpResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: Buffer;
}

/** How one exchange ended. `sent` is true if the server may have received part of the request. */
export type ExchangeResult =
  | HttpResponse
  | { readonly kind: 'too-large'; readonly status: number }
  | { readonly kind: 'broken'; readonly error: NetworkError; readonly sent: boolean }
  | { readonly kind: 'stopped'; readonly sent: boolean };

/**
 * Sends one request and reads the complete response.
 *
 * It uses the dispatch interface of the connection pool, because `request()` wraps every body in a
 * stream. When the signal is aborted, the result is available immediately and the connection is
 * closed, so that the server can stop working on the request.
 */
export function exchange(
  dispatcher: Dispatcher,
  origin: string,
  { method, path, headers, body }: HttpRequest,
  options: SendOptions,
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    if (options.signal.aborted) return resolve({ kind: 'stopped', sent: false });
    const handler = new ExchangeHandler(options, resolve);
    dispatcher.dispatch({ origin, path, method, headers, body }, handler);
  });
}

/** The value of a header that occurs once; empty if it is missing or repeated. */
export function headerOf(headers: HttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

class ExchangeHandler implements Dispatcher.DispatchHandler, AbortListener {
  readonly #options: SendOptions;
  readonly #resolve: (result: ExchangeResult) => void;
  readonly #body = new BodyBuffer();
  #events: EventReader | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: HttpHeaders = {};
  #settled = false;

  constructor(options: SendOptions, resolve: (result: ExchangeResult) => void) {
    this.#options = options;
    this.#resolve = resolve;
    options.signal.addEventListener('abort', this);
  }

  /** Called when the signal is aborted. */
  handleEvent(): void {
    this.#settle({ kind: 'stopped', sent: this.#controller !== undefined });
    this.#controller?.abort(aborted);
  }

  /**
   * Called when a connection is available, before the first byte is written.
   *
   * Throwing withdraws a stopped request and keeps the connection for the next one. Aborting would
   * close it: if calls are stopped faster than connections are established, none would ever be used.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) throw aborted;
    this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: HttpHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const { maxBytes, untilEvent } = this.#options;
    if (Number(headers['content-length']) > maxBytes) this.#refuse(controller);
    if (untilEvent && headerOf(headers, 'content-type').startsWith('text/event-stream')) {
      this.#events = createEventReader();
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body.length + chunk.length > this.#options.maxBytes) return this.#refuse(controller);
    this.#body.add(chunk);
    if (this.#events && this.#settleAtEvent(this.#events.read(chunk))) controller.abort(aborted);
  }

  onResponseEnd(): void {
    if (!this.#events) this.#respond(this.#body.toBuffer());
    else if (!this.#settleAtEvent(this.#events.end())) this.#respond(Buffer.alloc(0));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    const sent = this.#controller !== undefined;
    this.#settle({ kind: 'broken', error: explainNetworkError(error), sent });
  }

  #settleAtEvent(events: readonly string[]): boolean {
    const { untilEvent } = this.#options;
    const accepted = untilEvent && events.find((data) => untilEvent(data));
    if (accepted === undefined) return false;
    this.#respond(Buffer.from(accepted));
    return true;
  }

  #respond(body: Buffer): void {
    this.#settle({ kind: 'response', status: this.#status, headers: this.#headers, body });
  }

  #refuse(controller: Dispatcher.DispatchController): void {
    this.#settle({ kind: 'too-large', status: this.#status });
    controller.abort(aborted);
  }

  #settle(result: ExchangeResult): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#options.signal.removeEventListener('abort', this);
    this.#resolve(result);
  }
}

/** Shared abort reason; never inspected. */
const aborted = new Error('The request was stopped.');
