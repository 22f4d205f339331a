import { isRpcId, type Params, type RpcId } from './message.ts';
import { notificationOf, type OpenSubscription } from './reply.ts';
import { featuresOf, type Revision } from './versions.ts';

/** A running request of a connection. */
export interface RunningRequest {
  readonly signal: AbortSignal;
  /** Whether the client cancelled the request; nothing may be sent for it any more. */
  readonly cancelled: boolean;
  /** Set if the request opened a subscription. */
  subscription: OpenSubscription | undefined;
  /** Removes the request after its answer. */
  done(): void;
}

/**
 * The running requests of one connection, by id.
 *
 * Ids are unique only within a connection: two clients may both use 1.
 */
export interface RunningRequests {
  /** @returns undefined if the id is in use, or too many requests are running. */
  start(id: RpcId): RunningRequest | undefined;
  has(id: RpcId): boolean;
  /** Cancels a request; unknown and finished ones are ignored. */
  cancel(id: unknown): void;
  /** Cancels all requests and subscriptions without answers. */
  cancelAll(): void;
  /** Ends all subscriptions gracefully. */
  endSubscriptions(): void;
}

/** @param limit maximum number of running requests. */
export function createRunningRequests(limit: number): RunningRequests {
  const running = new Map<RpcId, Entry>();
  const remove = (id: RpcId, entry: Entry): void => {
    // the id of a cancelled request may be in use again
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

class Entry implements RunningRequest {
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

/** Time between notifications; many clients time out after 60 s. */
const intervalSeconds = 10;

/** The token with which a client requests progress notifications, if it does. */
export function progressTokenOf({ _meta: meta }: Params): RpcId | undefined {
  if (typeof meta !== 'object' || meta === null || !('progressToken' in meta)) return undefined;
  return isRpcId(meta.progressToken) ? meta.progressToken : undefined;
}

/**
 * Notifies a client every ten seconds that its call is still running.
 *
 * The real progress of a call is unknown; the value is the number of seconds.
 *
 * @returns a function that stops the notifications.
 */
export function startProgress(
  progressToken: RpcId,
  revision: Revision,
  notify: (json: string) => void,
): () => void {
  let progress = 0;
  const timer = setInterval(() => {
    progress += intervalSeconds;
    const message = featuresOf[revision].progressMessage
      ? { message: `Running for ${progress} s.` }
      : {};
    notify(notificationOf('notifications/progress', { progressToken, progress, ...message }));
  }, intervalSeconds * 1_000);
  return () => clearInterval(timer);
}
