/** Decides whether and when a request is sent again. */
export interface RetryPolicy {
  /** Counts a call's first request: ten of them earn one retry. */
  started(): void;
  /**
   * Milliseconds to wait before sending again; undefined to give up.
   *
   * @param attempt requests sent for the call so far, from 1.
   * @param remainingMs time left until the call's deadline.
   * @param retryAfterSeconds the API's `Retry-After`.
   */
  delayMs(attempt: number, remainingMs: number, retryAfterSeconds?: number): number | undefined;
}

export interface RetrySettings {
  /** Maximum number of requests per call; 1 disables retries. */
  readonly attempts: number;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
}

/** Wait before the first retry; doubled for each further one, then jittered. */
const baseDelayMs = 100;
const maxDelayMs = 2_000;
/** Calls are not held for a longer `Retry-After`; it is reported to the agent instead. */
const maxRetryAfterMs = 5_000;
/** Initial and largest number of retries in the budget. */
const maxBudget = 10;
const earnedPerCall = 0.1;

/**
 * Creates a policy of exponential backoff with a budget.
 *
 * The wait is between half and all of the exponential step, so that calls that failed together are
 * not repeated together. The budget limits the load that retries add to an API in trouble: ten at
 * once, and one per ten calls in the long run.
 */
export function createRetryPolicy({ attempts, random }: RetrySettings): RetryPolicy {
  let budget = maxBudget;

  return {
    started() {
      budget = Math.min(maxBudget, budget + earnedPerCall);
    },
    delayMs(attempt, remainingMs, retryAfterSeconds) {
      if (attempt >= attempts || budget < 1) return undefined;
      const step = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
      const requestedMs = (retryAfterSeconds ?? 0) * 1_000;
      const delay = Math.max(requestedMs, step * (0.5 + random() / 2));
      if (requestedMs > maxRetryAfterMs || delay >= remainingMs) return undefined;
      budget -= 1;
      return delay;
    },
  };
}

/** The API's health as a request showed it. */
export type Health = 'healthy' | 'unhealthy' | 'unknown';

/** Permission to send a request; a `trial` finds out whether the API has recovered. */
type Pass = 'regular' | 'trial';

/** A circuit breaker: stops sending requests to an API that keeps failing. */
export interface Breaker {
  /** Permission to send a request now; each pass must be followed by exactly one `report`. */
  tryPass(): Pass | undefined;
  /** Reports the result of a request; `unknown` if it was stopped. */
  report(health: Health, pass: Pass): void;
  /** Whether it is open or half-open. */
  isOpen(): boolean;
  /** Seconds until the next trial, at least 1. */
  waitSeconds(): number;
}

export interface BreakerSettings {
  /** Consecutive failures that open it; 0 disables it. */
  readonly failures: number;
  /** How long it stays open, in milliseconds. */
  readonly openMs: number;
  /** Milliseconds since some moment, which no change of the clock affects. */
  readonly elapsed: () => number;
}

/**
 * Creates a circuit breaker.
 *
 * | state     | requests | next state                                                        |
 * | --------- | -------- | ----------------------------------------------------------------- |
 * | closed    | pass     | after `failures` failures in a row: open                          |
 * | open      | refused  | after `openMs`: half-open                                         |
 * | half-open | one only | healthy: closed; unhealthy: open; unknown: the next request tries |
 */
export function createBreaker({ failures, openMs, elapsed }: BreakerSettings): Breaker {
  let failed = 0;
  let openUntil: number | undefined;
  let isTrying = false;

  return {
    tryPass() {
      if (openUntil === undefined) return 'regular';
      if (isTrying || elapsed() < openUntil) return undefined;
      isTrying = true;
      return 'trial';
    },
    report(health, pass) {
      if (pass === 'trial') isTrying = false;
      if (health === 'unknown') return;
      if (health === 'healthy') {
        failed = 0;
        openUntil = undefined;
        return;
      }
      // requests that were sent before it opened carry no new information
      if (openUntil !== undefined && pass !== 'trial') return;
      failed += 1;
      if (failures > 0 && failed >= failures) openUntil = elapsed() + openMs;
    },
    isOpen: () => openUntil !== undefined,
    waitSeconds() {
      return Math.max(1, Math.ceil(((openUntil ?? 0) - elapsed()) / 1_000));
    },
  };
}
