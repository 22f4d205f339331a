import type { Tool } from '../core/tool.ts';
import type { Log } from '../core/log.ts';
import { writePlace } from './write-place.ts';
import type { ErrorEntry } from '../result/error-entry.ts';

/**
 * Makes what logs errors of an API that its or the gateway's operator has to see to.
 *
 * | classification                          | logged                                            |
 * | --------------------------------------- | ------------------------------------------------- |
 * | `INTERNAL_ERROR`                        | always                                            |
 * | `UNAUTHORIZED`                          | unless the caller's own sign-in gets to the API   |
 * | `NOT_FOUND`, `BAD_REQUEST`, `FORBIDDEN` | never: the agent can act on them, or the user can |
 *
 * Messages are left out, for they may hold what callers sent.
 */
export function createErrorLog(
  log: Log,
  knowsCaller: boolean,
): (tool: Tool, errors: readonly ErrorEntry[]) => void {
  const matters = new Set(knowsCaller ? ['INTERNAL_ERROR'] : ['INTERNAL_ERROR', 'UNAUTHORIZED']);
  return function logErrors({ name: tool }, errors) {
    const error = errors.find(({ classification }) => matters.has(classification));
    if (!error) return;
    const { classification, path = [] } = error;
    log.warn({ tool, classification, path: writePlace(path) }, 'the API answered with an error');
  };
}
