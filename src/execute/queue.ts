import type { CallStop } from './call-stop.ts';

/** How a call's wait for its turn ended. */
type Turn = 'entered' | 'full' | 'stopped';

/** Lets a bounded number of calls run at once and a bounded number wait, first come first served. */
export interface Queue {
  /** Takes a place without waiting, if one is free: the usual case, and no promise is made. */
  tryEnter(): boolean;
  /** Waits for a place; `full` when too many wait already, `stopped` when the call was ended. */
  enter(stop: CallStop): Promise<Turn>;
  /** Gives a place back; exactly once for every place taken. */
  leave(): void;
}

/** Makes a queue for `maxConcurrent` calls at once and `maxQueued` that wait. */
export function createQueue(maxConcurrent: number, maxQueued: number): Queue {
  // a Set keeps the order of arrival and drops a call that gives up without a search
  const waiting = new Set<() => void>();
  let running = 0;

  function tryEnter(): boolean {
    if (running >= maxConcurrent) return false;
    running += 1;
    return true;
  }

  return {
    tryEnter,
    async enter(stop) {
      if (stop.reason) return 'stopped';
      if (tryEnter()) return 'entered';
      if (waiting.size >= maxQueued) return 'full';
      return new Promise<Turn>((resolve) => {
        const take = (): void => {
          stop.onStop(undefined);
          resolve('entered');
        };
        waiting.add(take);
        stop.onStop(() => {
          waiting.delete(take);
          resolve('stopped');
        });
      });
    },
    leave() {
      const [next] = waiting;
      if (!next) {
        running -= 1;
        return;
      }
      // the place goes from one call to the next, so nobody can slip in between
      waiting.delete(next);
      next();
    },
  };
}
