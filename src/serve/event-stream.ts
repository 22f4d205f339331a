import type { HeaderRecord } from './http-answer.ts';

/** Headers of a stream: proxies must neither keep nor gather what is on it. */
export const streamHeaders: HeaderRecord = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Bytes that wait for a client to read; a client with more waiting is dropped. */
const maxWaiting = 1_048_576;

/** A stream of server-sent events to one client. Sending neither blocks nor throws. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Sends an event. */
  send(data: string, event?: string): void;
  /** Sends a line that clients ignore, and that keeps proxies from closing a quiet stream. */
  keepAlive(): void;
  /** Ends the stream after what was sent. */
  close(): void;
}

export interface EventStreamOptions {
  /** Called once, however the stream ended. */
  readonly onClosed: () => void;
  /** Cuts the connection of a client that stopped reading, where the server can. */
  readonly cut?: (() => void) | undefined;
}

export function createEventStream(options: EventStreamOptions): EventStream {
  return new BoundedEventStream(options);
}

const encoder = new TextEncoder();

class BoundedEventStream implements EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: EventStreamOptions;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#closed(),
      },
      { highWaterMark: maxWaiting, size: (chunk) => chunk?.byteLength ?? 0 },
    );
  }

  send(data: string, event = 'message'): void {
    // JSON text has no line break, so one data line holds it
    this.#write(`event: ${event}\ndata: ${data}\n\n`);
  }

  keepAlive(): void {
    this.#write(': keep-alive\n\n');
  }

  close(): void {
    if (!this.#controller) return;
    this.#controller.close();
    this.#closed();
  }

  #write(text: string): void {
    if (!this.#controller) return;
    // a client that stopped reading must not make the others wait, nor fill the memory
    if ((this.#controller.desiredSize ?? 0) <= 0) return this.#drop();
    this.#controller.enqueue(encoder.encode(text));
  }

  #drop(): void {
    const { cut } = this.#options;
    if (cut) cut();
    else this.#controller?.error(new Error('The client stopped reading.'));
    this.#closed();
  }

  #closed(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    this.#options.onClosed();
  }
}
