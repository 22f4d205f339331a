import type { Log } from '../../src/core/log.ts';

type Line = readonly [fields: object, message: string];

/** A log that keeps its warnings and errors. */
export function keepingLog(): {
  readonly log: Log;
  readonly warnings: Line[];
  readonly errors: Line[];
} {
  const warnings: Line[] = [];
  const errors: Line[] = [];
  const log = {
    info() {},
    error: (fields: object, message: string) => errors.push([fields, message]),
    warn: (fields: object, message: string) => warnings.push([fields, message]),
  };
  return { log, warnings, errors };
}
