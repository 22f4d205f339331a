import { type RpcId, isRpcId, type Params } from './message.ts';
import { type OpenSubscription, notificationOf } from './reply.ts';
import { featuresOf, type Revision } from './versions.ts';

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

/** Time between notifications; clients give up after 60 s of silence. */
const everySeconds = 10;

/** The token by which a client asks for progress notifications, if it does. */
export function progressTokenOf({ _meta: meta }: Params): RpcId | undefined {
  if (typeof meta !== 'object' || meta === null || !('progressToken' in meta)) return undefined;
  return isRpcId(meta.progressToken) ? meta.progressToken : undefined;
}

/**
 * Tells a client every ten seconds that its call is still running, the first time after ten.
 *
 * How far a call has come is not known; the progress is the seconds it took.
 *
 * @returns what stops it.
 */
export function startProgress(
  progressToken: RpcId,
  revision: Revision,
  notify: (json: string) => void,
): () => void {
  let progress = 0;
  const timer = setInterval(() => {
    progress += everySeconds;
    const message = featuresOf[revision].progressMessage
      ? { message: `Running for ${progress} s.` }
      : {};
    notify(notificationOf('notifications/progress', { progressToken, progress, ...message }));
  }, everySeconds * 1_000);
  return () => clearInterval(timer);
}
