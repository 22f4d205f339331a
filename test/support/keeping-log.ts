import type { Log } from '../../src/core/log.ts';

/** A log that keeps its warnings. */
export function keepingLog(): {
  readonly log: Log;
  readonly warnings: (readonly [object, string])[];
} {
  const warnings: (readonly [object, string])[] = [];
  const log = {
    info() {},
    error() {},
    warn: (fields: object, message: string) => warnings.push([fields, message]),
  };
  return { log, warnings };
}
