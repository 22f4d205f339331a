import { randomUUID } from 'node:crypto';
import type { Log } from '../core/log.ts';
import { formatPath, type JsonPath } from '../core/paths.ts';
import type { ArgumentProblem, Tool } from '../core/tool.ts';
import type { ErrorEntry } from '../result/error-entry.ts';

/**
 * Creates the function that logs upstream errors which an operator must fix.
 *
 * | classification                          | logged                                              |
 * | --------------------------------------- | --------------------------------------------------- |
 * | `INTERNAL_ERROR`                        | always                                              |
 * | `UNAUTHORIZED`                          | unless the caller's own credentials reach the API   |
 * | `NOT_FOUND`, `BAD_REQUEST`, `FORBIDDEN` | never: the agent or the user can act on them        |
 *
 * Messages are not logged, because they may contain input of callers.
 */
export function createErrorLog(
  log: Log,
  knowsCaller: boolean,
): (tool: Tool, errors: readonly ErrorEntry[]) => void {
  const logged = new Set(knowsCaller ? ['INTERNAL_ERROR'] : ['INTERNAL_ERROR', 'UNAUTHORIZED']);
  return function logErrors({ name: tool }, errors) {
    const error = errors.find(({ classification }) => logged.has(classification));
    if (!error) return;
    const { classification, path = [] } = error;
    log.warn({ tool, classification, path: pathText(path) }, 'the API answered with an error');
  };
}

/** Counts responses that violate the output schema of their tool. */
export interface MismatchReport {
  /** Violating responses since the start. */
  readonly total: number;
  readonly add: (tool: Tool, problems: readonly ArgumentProblem[]) => void;
}

/** Paths that are counted separately; others count in the total only. */
const maxPaths = 1_000;

/**
 * Counts and logs responses that violate the output schema of their tool.
 *
 * An API with a changed schema causes a violation in every call, so each path of a tool is logged
 * only the first, tenth, hundredth … time. All items of a list share one path.
 */
export function createMismatchReport(log: Log): MismatchReport {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    add(tool, problems) {
      total += 1;
      const [first] = problems;
      if (!first) return;
      const path = pathText(first.path);
      const key = JSON.stringify([tool.name, path]);
      if (!counts.has(key) && counts.size >= maxPaths) return;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (!/^10*$/.test(String(count))) return;
      // the problem's text would contain the value, and results are not logged
      log.warn({ tool: tool.name, path, count }, 'an answer contradicts the output schema');
    },
  };
}

/** Creates the function that logs a bug, and returns a reference for the client. */
export function createReportBug(log: Log): (error: unknown) => string {
  return (error) => {
    const reference = randomUUID();
    const stack = error instanceof Error ? error.stack : String(error);
    log.error({ reference, stack }, 'internal error');
    return reference;
  };
}

/** A path in a response for a log line, such as `films[].title`, limited in length. */
function pathText(path: JsonPath): string {
  return formatPath(path)
    .replaceAll(/\[\d+\]/g, '[]')
    .slice(0, 200);
}
