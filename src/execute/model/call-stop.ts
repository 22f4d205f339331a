import { setMaxListeners } from 'node:events';
import type { AbortListener, StopSignal } from '../../http/exchange.ts';

/** Why a call ended before its response came. */
export type StopReason = 'deadline' | 'cancelled' | 'closed';

/**
 * Stops one call: at its deadline, when the caller cancels it, or when the executor is closed.
 *
 * It is the signal of its requests, because creating an `AbortSignal` for every call costs measurable
 * CPU time.
 */
export class CallStop implements StopSignal {
  readonly #cancelled: AbortSignal | undefined;
  readonly #running: Set<CallStop>;
  readonly #timer: NodeJS.Timeout;
  readonly #listeners: AbortListener[] = [];
  #controller: AbortController | undefined;
  #reason: StopReason | undefined;

  /**
   * Starts the deadline. `running` contains the call until `end`.
   *
   * @param cancelled aborted when the caller cancels; undefined for a call that cannot be cancelled.
   */
  constructor(cancelled: AbortSignal | undefined, timeoutMs: number, running: Set<CallStop>) {
    this.#cancelled = cancelled;
    this.#running = running;
    this.#timer = setTimeout(expire, timeoutMs, this);
    running.add(this);
    if (cancelled?.aborted) this.stop('cancelled');
    else if (cancelled) listen(cancelled, this);
  }

  /** Set once the call was stopped. */
  get reason(): StopReason | undefined {
    return this.#reason;
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  /** A real `AbortSignal`, for code of embedders and for graphql. */
  get abortSignal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Stops the call; only the first reason counts. */
  stop(reason: StopReason): void {
    if (this.aborted) return;
    this.#reason = reason;
    for (const listener of this.#listeners.splice(0)) listener.handleEvent();
    this.#controller?.abort();
  }

  /** Waits for a result; undefined if the call is stopped first. */
  race<T>(result: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      result.then(resolve, reject);
      this.addEventListener('abort', { handleEvent: () => resolve(undefined) });
    });
  }

  addEventListener(_type: 'abort', listener: AbortListener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  /** Called by the caller's signal. */
  handleEvent(): void {
    this.stop('cancelled');
  }

  /** Releases the timer and the caller's signal; must be called when the call ends. */
  end(): void {
    clearTimeout(this.#timer);
    this.#cancelled?.removeEventListener('abort', this);
    this.#running.delete(this);
  }
}

function expire(stop: CallStop): void {
  stop.stop('deadline');
}

function listen(signal: AbortSignal, stop: CallStop): void {
  // one signal may serve many calls, and Node warns of a leak from the eleventh listener on
  setMaxListeners(0, signal);
  signal.addEventListener('abort', stop);
}
