import { Roster, type Listed } from '../core/roster.ts';

/** Calls back those who have waited for some time. */
export interface Patience {
  /** Calls `onTired` once, unless `stop` comes before. */
  start(waiting: Waiting): void;
  stop(waiting: Waiting): void;
}

export interface Waiting extends Listed {
  /** How many checks it is still patient; the patience's own. */
  checksLeft: number;
  /** Called when the waiting took too long. */
  onTired(): void;
}

/** How often it is looked who has waited too long; so much later than asked can the call come. */
const checkMs = 1_000;

/**
 * One timer for all that wait, which runs while there are some: small calls are over long before, and
 * a timer for each would be made for nothing.
 *
 * @param afterMs time after which those who wait are called.
 */
export function createPatience(afterMs: number): Patience {
  const waiting = new Roster<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    for (const one of waiting.all()) {
      one.checksLeft -= 1;
      if (one.checksLeft > 0) continue;
      waiting.remove(one);
      one.onTired();
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    start(one) {
      one.checksLeft = Math.ceil(afterMs / checkMs);
      waiting.add(one);
      timer ??= setInterval(check, checkMs);
    },
    stop(one) {
      waiting.remove(one);
    },
  };
}
