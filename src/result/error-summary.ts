import { writePath, type ErrorWithMove } from './error-entry.ts';

/**
 * Says in words what went wrong, for clients and models that read text alone.
 *
 * ```
 * GraphQL operation failed: NOT_FOUND at film: No film has the id "9". Next: Search for …
 * ```
 *
 * Several errors stand in a numbered list. An answer that holds data too has failed `in part`.
 */
export function summarizeErrors(errors: readonly ErrorWithMove[], inPart: boolean): string {
  const start = inPart ? 'GraphQL operation failed in part' : 'GraphQL operation failed';
  const end = inPart ? '\nThe rest of the answer is in the result’s data.' : '';
  const [first] = errors;
  if (errors.length === 1 && first) return `${start}: ${describe(first)}${end}`;
  const lines = errors.map((error, index) => `${index + 1}. ${describe(error)}`);
  return `${start}: ${errors.length} errors.\n${lines.join('\n')}${end}`;
}

function describe({ entry, nextMove, argument }: ErrorWithMove): string {
  const { classification, path, message } = entry;
  const at = path ? ` at ${writePath(path)}` : '';
  const where = argument === undefined ? at : ` in argument ${argument}`;
  const sentence = message.replaceAll(/\s+/g, ' ').trim();
  const stop = /[.!?…]$/.test(sentence) ? '' : '.';
  // an argument may have half a character in its name
  return `${classification}${where}: ${sentence}${stop} Next: ${nextMove}`.toWellFormed();
}
