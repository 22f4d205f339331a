import type { ArgumentProblem, Tool } from '../core/tool.ts';
import type { Log } from '../core/log.ts';
import { writePlace } from './write-place.ts';

/** What is known of answers that contradict the output schema of their tool. */
export interface DriftReport {
  /** Such answers since the start. */
  readonly total: number;
  /** Notes one, with where it contradicts. */
  readonly note: (tool: Tool, problems: readonly ArgumentProblem[]) => void;
}

/** Places that are told apart; what comes beyond them is counted in the total alone. */
const maxPlaces = 1_000;

/**
 * Counts answers that contradict their tool's output schema, and logs them.
 *
 * An API that drifts does so in every call, so each place of a tool is logged at its first, tenth,
 * hundredth … time only. The items of a list are one place.
 */
export function createDriftReport(log: Log): DriftReport {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    note(tool, problems) {
      total += 1;
      const [first] = problems;
      if (!first) return;
      const path = writePlace(first.path);
      const key = JSON.stringify([tool.name, path]);
      if (!counts.has(key) && counts.size >= maxPlaces) return;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (!/^10*$/.test(String(count))) return;
      // what is wrong there would tell the value, and no result belongs into a log
      log.warn({ tool: tool.name, path, count }, 'an answer contradicts the output schema');
    },
  };
}
