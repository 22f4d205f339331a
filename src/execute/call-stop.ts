import { setMaxListeners } from 'node:events';

/** Why a call ended before its response came. */
export type StopReason = 'deadline' | 'cancelled' | 'closed';

/** Stops one call: at its deadline, when the caller cancels it, or when the executor is closed. */
export class CallStop {
  readonly #controller = new AbortController();
  readonly #cancelled: AbortSignal | undefined;
  readonly #running: Set<CallStop>;
  readonly #timer: NodeJS.Timeout;
  #reason: StopReason | undefined;

  /**
   * Starts the deadline. `running` contains the call until `end`.
   *
   * @param cancelled aborted when the caller cancels; undefined for a call that cannot be cancelled.
   */
  constructor(cancelled: AbortSignal | undefined, timeoutMs: number, running: Set<CallStop>) {
    this.#cancelled = cancelled;
    this.#running = running;
    this.#timer = setTimeout(() => this.stop('deadline'), timeoutMs);
    running.add(this);
    if (cancelled?.aborted) this.stop('cancelled');
    else if (cancelled) listen(cancelled, this);
  }

  /** Aborted when the call is stopped. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Set once the call was stopped. */
  get reason(): StopReason | undefined {
    return this.#reason;
  }

  /** Stops the call; only the first reason counts. */
  stop(reason: StopReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller.abort();
  }

  /** Waits for a result; undefined if the call is stopped first. */
  race<T>(result: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      result.then(resolve, reject);
      this.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }

  /** Listener of the caller's signal. */
  handleEvent(): void {
    this.stop('cancelled');
  }

  /** Releases the timer and the listener; must be called when the call ends. */
  end(): void {
    clearTimeout(this.#timer);
    this.#cancelled?.removeEventListener('abort', this);
    this.#running.delete(this);
  }
}

function listen(signal: AbortSignal, stop: CallStop): void {
  // one signal may serve many calls, and Node warns of a leak from the eleventh listener on
  setMaxListeners(0, signal);
  signal.addEventListener('abort', stop);
}
