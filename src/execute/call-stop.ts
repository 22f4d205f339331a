import { setMaxListeners } from 'node:events';
import type { Listed, Roster } from '../core/roster.ts';

/** Why a call ended before its answer came. */
export type StopReason = 'deadline' | 'cancelled' | 'closed';

/**
 * What can end one call early: its deadline, its caller, or the executor being closed.
 *
 * One object listens to all three and tells one listener, because `AbortSignal.any` and
 * `AbortSignal.timeout` make several objects a call and keep them reachable through weak
 * references. Timers of one duration share a list inside Node, so a timer a call is cheap.
 */
export class CallStop implements Listed {
  place = -1;
  /** Set once, when the call was ended early. */
  reason: StopReason | undefined;

  readonly #signal: AbortSignal | undefined;
  readonly #running: Roster<CallStop>;
  readonly #timer: NodeJS.Timeout;
  #listener: (() => void) | undefined;

  /**
   * Starts the deadline; `running` holds the call until `end`.
   *
   * @param signal undefined for a call that nobody can take back.
   */
  constructor(signal: AbortSignal | undefined, timeoutMs: number, running: Roster<CallStop>) {
    this.#signal = signal;
    this.#running = running;
    this.#timer = setTimeout(expire, timeoutMs, this);
    running.add(this);
    if (signal?.aborted) this.reason = 'cancelled';
    else if (signal) listenTo(signal, this);
  }

  /** Says who is told when the call is ended early: one listener at a time. */
  onStop(listener: (() => void) | undefined): void {
    this.#listener = listener;
  }

  /** Ends the call early; only the first reason counts. */
  stop(reason: StopReason): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.#listener?.();
  }

  /** Called by the signal: the class is its own event listener, so a call makes no closure. */
  handleEvent(): void {
    this.stop('cancelled');
  }

  /** Lets go of the timer, the signal and the registry; every call must come here. */
  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
    this.#running.remove(this);
    this.#listener = undefined;
  }
}

function listenTo(signal: AbortSignal, stop: CallStop): void {
  // one signal may serve many calls, and Node warns of a leak from the eleventh listener on
  setMaxListeners(0, signal);
  signal.addEventListener('abort', stop);
}

function expire(stop: CallStop): void {
  stop.stop('deadline');
}
