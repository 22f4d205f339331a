/** Decides whether and when a request is sent again. */
export interface RetryPolicy {
  /** Counts a call's first request: every ten of them earn one retry. */
  started(): void;
  /**
   * Milliseconds to wait before sending again, or undefined to give up.
   *
   * @param attempt requests sent for the call so far, from 1.
   * @param remainingMs time left until the call's deadline.
   * @param retryAfterSeconds what the API asked for in `Retry-After`.
   */
  delayMs(attempt: number, remainingMs: number, retryAfterSeconds?: number): number | undefined;
}

/** How often a call's request may be sent, and where chance comes from. */
export interface RetrySettings {
  /** Requests of one call in all; 1 never retries. */
  readonly attempts: number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

/** Wait before the first retry; doubled for each further one, and then jittered. */
const baseDelayMs = 100;
const maxDelayMs = 2_000;
/** An API that asks for a longer wait is not worth holding a call for: the agent is told instead. */
const maxRetryAfterMs = 5_000;
/** Retries in hand at first and at most. */
const maxBudget = 10;
const earnedPerCall = 0.1;

/**
 * Makes a policy of exponential backoff with a budget.
 *
 * The wait is between half and all of the exponential step, so that calls which failed together do
 * not come back together. The budget bounds what retries add to the load of an API in trouble: ten
 * at once, and in the long run one for ten calls.
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
      const asked = (retryAfterSeconds ?? 0) * 1_000;
      const delay = Math.max(asked, step * (0.5 + random() / 2));
      if (asked > maxRetryAfterMs || delay >= remainingMs) return undefined;
      budget -= 1;
      return delay;
    },
  };
}
