import type { StopSignal } from '../http/exchange.ts';

/** How a call's wait for a place ended. */
type QueueResult = 'entered' | 'full' | 'stopped';

/** Limits the number of calls that run and that wait, first come first served. */
export interface Queue {
  /** Takes a place if one is free. */
  tryEnter(): boolean;
  /** Waits for a place; `full` if too many calls wait already. */
  enter(signal: StopSignal): Promise<QueueResult>;
  /** Returns a place; must be called exactly once per place taken. */
  leave(): void;
}

export function createQueue(maxConcurrent: number, maxQueued: number): Queue {
  // a Set keeps the order and removes a stopped call without a search
  const waiting = new Set<() => void>();
  let running = 0;

  function tryEnter(): boolean {
    if (running >= maxConcurrent) return false;
    running += 1;
    return true;
  }

  return {
    tryEnter,
    async enter(signal) {
      if (signal.aborted) return 'stopped';
      if (tryEnter()) return 'entered';
      if (waiting.size >= maxQueued) return 'full';
      return new Promise<QueueResult>((resolve) => {
        const take = (): void => {
          signal.removeEventListener('abort', listener);
          resolve('entered');
        };
        const listener = {
          handleEvent() {
            waiting.delete(take);
            resolve('stopped');
          },
        };
        waiting.add(take);
        signal.addEventListener('abort', listener);
      });
    },
    leave() {
      const [next] = waiting;
      if (!next) {
        running -= 1;
        return;
      }
      // the place passes directly to the next call
      waiting.delete(next);
      next();
    },
  };
}
