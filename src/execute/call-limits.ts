import { callerKey, type Caller } from '../core/call.ts';
import { failure, type Failure } from './model/failures.ts';

/** Limits of calls; undefined for none. */
export interface CallLimitSettings {
  readonly callsPerMinute: number | undefined;
  readonly toolCallsPerMinute: number | undefined;
  readonly totalCallsPerMinute: number | undefined;
  readonly concurrentCalls: number | undefined;
}

export interface CallLimits {
  /**
   * Counts a call that starts.
   *
   * @returns the failure of a call that is not allowed now, which counts for nothing; otherwise the function
   *   to call when the call ends.
   */
  enter(tool: string, caller: Caller): Failure | (() => void);
}

/** Callers whose calls are counted; those that did not call for longest are forgotten. */
const maxCallers = 10_000;

/**
 * Creates the limits of calls: for each caller, for each tool, and in all. Anonymous callers count as one.
 *
 * A caller that was idle may make as many calls at once as are allowed in a minute; then a call is allowed
 * whenever its part of a minute has passed.
 *
 * @param elapsed milliseconds since some moment.
 */
export function createCallLimits(
  settings: CallLimitSettings,
  elapsed: () => number = () => performance.now(),
): CallLimits {
  const { concurrentCalls = Infinity } = settings;
  const byCaller = createRates(settings.callsPerMinute, elapsed);
  const byTool = createRates(settings.toolCallsPerMinute, elapsed);
  const inAll = createRates(settings.totalCallsPerMinute, elapsed);
  const running = new Map<string, number>();
  return {
    enter(tool, caller) {
      const key = callerKey(caller) ?? '';
      const calls = running.get(key) ?? 0;
      if (calls >= concurrentCalls)
        return limited(`Running calls of one caller are limited to ${calls}.`, 1);
      const rates = [
        [byCaller, key, 'by this caller'],
        [byTool, tool, 'of this tool'],
        [inAll, '', 'in all'],
      ] as const;
      for (const [rate, name, whose] of rates) {
        const seconds = rate.waitSeconds(name);
        if (seconds > 0) {
          return limited(`Calls ${whose} are limited to ${rate.perMinute} a minute.`, seconds);
        }
      }
      for (const [rate, name] of rates) rate.take(name);
      running.set(key, calls + 1);
      return () => {
        const left = (running.get(key) ?? 1) - 1;
        if (left > 0) running.set(key, left);
        else running.delete(key);
      };
    },
  };
}

function limited(message: string, seconds: number): Failure {
  return failure('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(seconds) });
}

/** Calls that are left for a name, as they were at a time. */
interface Allowance {
  left: number;
  at: number;
}

function createRates(perMinute: number | undefined, elapsed: () => number) {
  const allowances = new Map<string, Allowance>();

  function allowanceOf(name: string, limit: number): Allowance {
    const now = elapsed();
    const known = allowances.get(name) ?? { left: limit, at: now };
    const left = Math.min(limit, known.left + ((now - known.at) / 60_000) * limit);
    const current = { left, at: now };
    allowances.delete(name);
    allowances.set(name, current);
    const [oldest] = allowances.keys();
    if (allowances.size > maxCallers && oldest !== undefined) allowances.delete(oldest);
    return current;
  }

  return {
    perMinute,
    /** Seconds until a call is allowed; 0 for now. */
    waitSeconds(name: string): number {
      if (perMinute === undefined) return 0;
      const { left } = allowanceOf(name, perMinute);
      return left >= 1 ? 0 : ((1 - left) * 60) / perMinute;
    },
    take(name: string): void {
      if (perMinute !== undefined) allowanceOf(name, perMinute).left -= 1;
    },
  };
}
