import { randomUUID } from 'node:crypto';
import type { Log } from '../core/log.ts';
import { formatSharedPath } from '../core/paths.ts';
import type { Catalog, Tool } from '../core/tool.ts';
import type { ErrorEntry } from '../result/error-entry.ts';

/**
 * Creates the function that logs upstream errors which an operator must fix.
 *
 * | classification                          | logged                                              |
 * | --------------------------------------- | --------------------------------------------------- |
 * | `INTERNAL_ERROR`                        | always                                              |
 * | `UNAUTHORIZED`                          | unless the caller's own credentials reach the API   |
 * | `UPSTREAM_MISMATCH`                     | by the mismatch report, below                       |
 * | others                                  | never: the agent or the user can act on them        |
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
    log.warn(
      { tool, classification, path: formatSharedPath(path) },
      'the API answered with an error',
    );
  };
}

/**
 * The tools that do not match their API: an answer contradicted the output schema, or the API refused the
 * operation or its values as invalid.
 */
export interface MismatchReport {
  /** Such results since the start. */
  readonly total: number;
  /** Adds a result of a tool. */
  readonly add: (tool: Tool, cause: string) => void;
  /** Ends the mismatch of a tool, because a call of it succeeded. */
  readonly end: (tool: Tool) => void;
  /** The names of the tools of a catalog that do not match; a tool that was compiled again may. */
  namesIn(catalog: Catalog): readonly string[];
  /** Calls `listener` for each tool and cause once. */
  onNew(listener: (tool: Tool) => void): void;
}

/** Causes that are kept apart for each tool. */
const maxCauses = 20;

/**
 * Counts and logs the results which show that a tool does not match its API.
 *
 * A changed API causes one with every call, so each cause is logged once per tool. Tools are
 * distinguished by identity: a reload that finds another schema creates new ones.
 */
export function createMismatchReport(log: Log): MismatchReport {
  const causes = new WeakMap<Tool, Set<string>>();
  const current = new Map<string, Tool>();
  let total = 0;
  let listener: (tool: Tool) => void = () => {};
  return {
    get total() {
      return total;
    },
    add(tool, cause) {
      total += 1;
      current.set(tool.name, tool);
      const known = causes.get(tool) ?? new Set();
      if (known.has(cause) || known.size >= maxCauses) return;
      causes.set(tool, known.add(cause));
      log.warn({ tool: tool.name, cause }, 'the tool does not match the API');
      listener(tool);
    },
    end(tool) {
      if (current.get(tool.name) === tool) current.delete(tool.name);
    },
    namesIn({ tools }) {
      const still = [...current].filter(([name, tool]) => tools.get(name) === tool);
      return still.map(([name]) => name).sort();
    },
    onNew(added) {
      listener = added;
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
