/** What a request to the API showed of the API's health. */
export type Health = 'well' | 'ill' | 'unknown';

/** What lets a request through: a `trial` is to find out whether the API is back. */
export type Pass = 'usual' | 'trial';

/** Stops sending requests to an API that keeps failing, and finds out when it is back. */
export interface Breaker {
  /** Asks whether a request may be sent now; what passes is followed by exactly one `report`. */
  tryPass(): Pass | undefined;
  /** Says what a request showed; `unknown` for one that was given up. */
  report(health: Health, pass: Pass): void;
  /** Whether it is open or half-open: no request has shown yet that the API is back. */
  isOpen(): boolean;
  /** Seconds until the API is tried again, at least 1. */
  waitSeconds(): number;
}

/** When a breaker opens, and for how long. */
export interface BreakerSettings {
  /** Failures in a row that open it; 0 never does. */
  readonly failures: number;
  /** How long it stays open, in milliseconds. */
  readonly openMs: number;
  /** The time of day in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Makes a breaker.
 *
 * | state     | requests | leaves it                                          |
 * | --------- | -------- | -------------------------------------------------- |
 * | closed    | pass     | after `failures` failures in a row: open           |
 * | open      | refused  | after `openMs`: half-open                          |
 * | half-open | one only | well: closed; ill: open again; unknown: the next one tries |
 */
export function createBreaker({ failures, openMs, now }: BreakerSettings): Breaker {
  let failed = 0;
  let openUntil: number | undefined;
  let isTried = false;

  return {
    tryPass() {
      if (openUntil === undefined) return 'usual';
      if (isTried || now() < openUntil) return undefined;
      isTried = true;
      return 'trial';
    },
    report(health, pass) {
      if (pass === 'trial') isTried = false;
      if (health === 'unknown') return;
      if (health === 'well') {
        failed = 0;
        openUntil = undefined;
        return;
      }
      // requests from before it opened end when they end, and tell nothing new
      if (openUntil !== undefined && pass !== 'trial') return;
      failed += 1;
      if (failures > 0 && failed >= failures) openUntil = now() + openMs;
    },
    isOpen: () => openUntil !== undefined,
    waitSeconds() {
      return Math.max(1, Math.ceil(((openUntil ?? 0) - now()) / 1_000));
    },
  };
}
