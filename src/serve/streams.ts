import { createEventStream, type EventStream } from './event-stream.ts';

/** How a stream that is to be opened behaves at its end. */
export interface StreamOptions {
  /** Says goodbye before the server ends the stream; a promise makes the end wait for it. */
  readonly onEnd?: () => void | Promise<void>;
  /** Called once, however the stream ended. */
  readonly onClosed?: () => void;
  /** Cuts the connection of a client that stopped reading, where the server can. */
  readonly cut?: (() => void) | undefined;
}

/** All open streams of the server. */
export interface Streams {
  /** @returns undefined when too many are open, or the server is stopping. */
  open(options: StreamOptions): EventStream | undefined;
  /** Ends all streams in good order, and opens no more. */
  end(): void;
}

export interface StreamsOptions {
  /** Streams of all kinds open at once. */
  readonly max: number;
  /** Time between keep-alive comments, in milliseconds. Proxies close what is quiet for 60 s. */
  readonly keepAliveMs: number;
  /** Longest life of a stream, in milliseconds; a client that wants more opens another. */
  readonly maxAgeMs: number;
}

interface Open {
  readonly stream: EventStream;
  readonly onEnd: (() => void | Promise<void>) | undefined;
  /** Keep-alive comments that it still gets. */
  beats: number;
}

/** One timer serves all streams; it runs while there are some. */
export function createStreams({ max, keepAliveMs, maxAgeMs }: StreamsOptions): Streams {
  const open = new Set<Open>();
  let timer: NodeJS.Timeout | undefined;
  let ending = false;
  const end = ({ stream, onEnd }: Open): void => {
    const ended = onEnd?.();
    if (ended) void ended.then(() => stream.close());
    else stream.close();
  };
  const beat = (): void => {
    for (const entry of open) {
      entry.beats -= 1;
      if (entry.beats > 0) entry.stream.keepAlive();
      else end(entry);
    }
  };
  return {
    open({ onEnd, onClosed, cut }) {
      if (ending || open.size >= max) return undefined;
      const stream = createEventStream({
        cut,
        onClosed() {
          open.delete(entry);
          if (open.size === 0) clearInterval(timer);
          onClosed?.();
        },
      });
      const entry: Open = { stream, onEnd, beats: Math.ceil(maxAgeMs / keepAliveMs) };
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
