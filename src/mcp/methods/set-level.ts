import { errorCodes } from '../codes.ts';
import type { Method } from '../exchange.ts';
import { failed, succeeded } from '../reply.ts';

/** The levels of RFC 5424. */
const levels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/**
 * `logging/setLevel`: accepted, with no effect.
 *
 * No log message is ever sent to clients, and the capability is not advertised. Some clients set a
 * level all the same, and show a refusal to their user as an error.
 */
export const setLevel: Method = ({ request }) => {
  const { level } = request.params;
  if (levels.some((known) => known === level)) return succeeded('{}');
  return failed(errorCodes.INVALID_PARAMS, `"level" must be one of ${levels.join(', ')}.`);
};
