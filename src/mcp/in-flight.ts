import type { RpcId } from './message.ts';
import type { OpenSubscription } from './reply.ts';

/** A request under way on a connection. */
export interface Running {
  readonly signal: AbortSignal;
  /** Whether the client took the request back: then nothing may be sent for it any more. */
  readonly cancelled: boolean;
  /** Set when the request opened a subscription. */
  subscription: OpenSubscription | undefined;
  /** Forgets the request, which is answered. */
  done(): void;
}

/**
 * The requests under way on one connection, by id.
 *
 * Ids are unique per connection only: two clients both use 1.
 */
export interface InFlight {
  /** @returns undefined when the id is in use, or too many are under way. */
  start(id: RpcId): Running | undefined;
  has(id: RpcId): boolean;
  /** Stops a request; what is unknown or finished is ignored. */
  cancel(id: unknown): void;
  /** Stops all requests and subscriptions, without a word. */
  cancelAll(): void;
  /** Ends all subscriptions in good order. */
  endSubscriptions(): void;
}

/** @param limit requests under way at once. */
export function createInFlight(limit: number): InFlight {
  const running = new Map<RpcId, Entry>();
  const remove = (id: RpcId, entry: Entry): void => {
    // an id that was cancelled may be in use again
    if (running.get(id) === entry) running.delete(id);
  };
  return {
    start(id) {
      if (running.has(id) || running.size >= limit) return undefined;
      const entry = new Entry(() => remove(id, entry));
      running.set(id, entry);
      return entry;
    },
    has: (id) => running.has(id),
    cancel(id) {
      running.get(id as RpcId)?.cancel();
    },
    cancelAll() {
      for (const entry of running.values()) entry.cancel();
    },
    endSubscriptions() {
      for (const entry of running.values()) entry.end();
    },
  };
}

class Entry implements Running {
  readonly done: () => void;
  readonly #controller = new AbortController();
  subscription: OpenSubscription | undefined = undefined;
  cancelled = false;

  constructor(done: () => void) {
    this.done = done;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(): void {
    this.cancelled = true;
    this.subscription?.stop();
    this.done();
    this.#controller.abort();
  }

  end(): void {
    if (!this.subscription) return;
    this.subscription.end();
    this.done();
  }
}
