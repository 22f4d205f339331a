import type { Classification } from '../core/classification.ts';
import type { JsonValue } from '../core/json.ts';
import { formatPath } from '../core/paths.ts';

/** An error in an envelope. */
export interface ErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly classification: Classification;
  readonly extensions?: { readonly [key: string]: JsonValue };
}

/** An error with the agent's next move, which only the text contains. */
export interface ErrorWithMove {
  readonly entry: ErrorEntry;
  readonly nextMove: string;
  /** Whether the message is in the API's words, which the text puts in quotes. @default false */
  readonly isQuoted?: boolean;
  /**
   * Why the tool does not match the API, for logs: without values of callers. @default the message
   */
  readonly cause?: string;
  /** Path of the invalid argument, for calls refused because of one. */
  readonly argument?: string;
}

/**
 * Describes the errors of a call as text.
 *
 * ```
 * GraphQL operation failed: NOT_FOUND at film: "No film has the id 9." Next: Search for …
 * ```
 *
 * Words of the API are a JSON string, so that they cannot be taken for the gateway's advice.
 *
 * Several errors become a numbered list. If there is data too, the operation failed `in part`.
 */
export function summarizeErrors(errors: readonly ErrorWithMove[], inPart: boolean): string {
  const start = inPart ? 'GraphQL operation failed in part' : 'GraphQL operation failed';
  const end = inPart ? '\nThe remaining data is in the result.' : '';
  const [first] = errors;
  if (errors.length === 1 && first) return `${start}: ${describe(first)}${end}`;
  const lines = errors.map((error, index) => `${index + 1}. ${describe(error)}`);
  return `${start}: ${errors.length} errors.\n${lines.join('\n')}${end}`;
}

function describe({ entry, nextMove, argument, isQuoted = false }: ErrorWithMove): string {
  const { classification, path, message } = entry;
  const at = path ? ` at ${formatPath(path)}` : '';
  const where = argument === undefined ? at : ` in argument ${argument}`;
  const plain = message.replaceAll(/\s+/g, ' ').trim();
  const sentence = isQuoted ? JSON.stringify(message.trim()) : plain;
  const stop = /[.!?…]$/.test(plain) ? '' : '.';
  // the name of an argument may contain a lone surrogate
  return `${classification}${where}: ${sentence}${stop} Next: ${nextMove}`.toWellFormed();
}
