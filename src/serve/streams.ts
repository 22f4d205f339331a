import type { Caller } from '../core/call.ts';

/** A stream of server-sent events to one client. Sending neither blocks nor throws. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Sends an event. */
  send(data: string, event?: string): void;
  /** Sends a comment, so that proxies do not close an idle stream. */
  keepAlive(): void;
  /** Ends the stream after the events that were sent. */
  close(): void;
}

interface StreamOptions {
  /** Whose stream it is; anonymous callers are one. */
  readonly caller: Caller;
  /** Sends the last events before the server ends the stream; the end waits for a promise. */
  readonly onEnd?: () => void | Promise<void>;
  /** Called once, when the stream has ended for any reason. */
  readonly onClosed: () => void;
  /** Closes the connection of a client that stopped reading, if the server supports it. */
  readonly disconnect: (() => void) | undefined;
}

/** All open streams of the server. */
export interface Streams {
  /**
   * If too many streams are open, the oldest of the caller with most streams ends for a caller with
   * fewer.
   *
   * @returns undefined if the caller has its share already, or the server is stopping.
   */
  open(options: StreamOptions): EventStream | undefined;
  /** Ends all streams gracefully, and opens no more. */
  end(): void;
}

export interface StreamsOptions {
  /** Maximum number of open streams. */
  readonly max: number;
  /** Time between keep-alive comments, in milliseconds. Proxies close connections idle for 60 s. */
  readonly keepAliveMs: number;
  /** Maximum lifetime of a stream, in milliseconds; clients then open another. */
  readonly maxAgeMs: number;
}

interface OpenStream {
  readonly subject: Caller['subject'];
  readonly stream: EventStream;
  readonly onEnd: (() => void | Promise<void>) | undefined;
  /** Keep-alive comments until the maximum lifetime. */
  beatsLeft: number;
  ending: boolean;
}

/** One timer serves all streams, and runs only while streams are open. */
export function createStreams({ max, keepAliveMs, maxAgeMs }: StreamsOptions): Streams {
  const open = new Set<OpenStream>();
  let timer: NodeJS.Timeout | undefined;
  let ending = false;
  const end = (entry: OpenStream): void => {
    const { stream, onEnd } = entry;
    entry.ending = true;
    const ended = onEnd?.();
    if (ended) void ended.then(() => stream.close());
    else stream.close();
  };
  const beat = (): void => {
    for (const entry of open) {
      entry.beatsLeft -= 1;
      if (entry.beatsLeft > 0) entry.stream.keepAlive();
      else end(entry);
    }
  };
  const makeRoomFor = (subject: Caller['subject']): boolean => {
    const running = [...open].filter((entry) => !entry.ending);
    const counts = new Map<Caller['subject'], number>();
    for (const entry of running) counts.set(entry.subject, (counts.get(entry.subject) ?? 0) + 1);
    const most = Math.max(0, ...counts.values());
    const oldest = running.find((entry) => counts.get(entry.subject) === most);
    if (!oldest || most <= (counts.get(subject) ?? 0) + 1) return false;
    end(oldest);
    return true;
  };
  return {
    open({ caller: { subject }, onEnd, onClosed, disconnect }) {
      if (ending || (open.size >= max && !makeRoomFor(subject))) return undefined;
      const stream = new BoundedEventStream(disconnect, () => {
        open.delete(entry);
        if (open.size === 0) clearInterval(timer);
        onClosed();
      });
      const beatsLeft = Math.ceil(maxAgeMs / keepAliveMs);
      const entry: OpenStream = { subject, stream, onEnd, beatsLeft, ending: false };
      if (open.size === 0) timer = setInterval(beat, keepAliveMs);
      open.add(entry);
      return stream;
    },
    end() {
      ending = true;
      for (const entry of open) end(entry);
    },
  };
}

/** Maximum of unread bytes; a client that leaves more unread is disconnected. */
const maxUnread = 1_048_576;

const encoder = new TextEncoder();

class BoundedEventStream implements EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #disconnect: (() => void) | undefined;
  readonly #onClosed: () => void;
  /** Undefined after the end of the stream. */
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(disconnect: (() => void) | undefined, onClosed: () => void) {
    this.#disconnect = disconnect;
    this.#onClosed = onClosed;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#closed(),
      },
      { highWaterMark: maxUnread, size: (chunk) => chunk?.byteLength ?? 0 },
    );
  }

  send(data: string, event = 'message'): void {
    // JSON text contains no line break, so one data line is enough
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
    if ((this.#controller.desiredSize ?? 0) <= 0) return this.#drop();
    this.#controller.enqueue(encoder.encode(text));
  }

  /** Drops a client that stopped reading, which must neither delay others nor fill the memory. */
  #drop(): void {
    if (this.#disconnect) this.#disconnect();
    else this.#controller?.error(new Error('The client stopped reading.'));
    this.#closed();
  }

  #closed(): void {
    if (!this.#controller) return;
    this.#controller = undefined;
    this.#onClosed();
  }
}
