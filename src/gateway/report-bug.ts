import { randomUUID } from 'node:crypto';
import type { Log } from '../core/log.ts';

/**
 * Makes the function that is told of bugs: it logs them whole, and gives back a reference that says
 * nothing, for clients.
 */
export function createReportBug(log: Log): (error: unknown) => string {
  return (error) => {
    const reference = randomUUID();
    const stack = error instanceof Error ? error.stack : String(error);
    log.error({ reference, stack }, 'internal error');
    return reference;
  };
}
