import type { Classification } from '../core/classification.ts';
import type { JsonValue } from '../core/json.ts';

/** An error as an envelope has it. */
export interface ErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly classification: Classification;
  readonly extensions?: { readonly [key: string]: JsonValue };
}

/** An error with the agent's next move, which stands in the text alone. */
export interface ErrorWithMove {
  readonly entry: ErrorEntry;
  readonly nextMove: string;
  /** The argument that is to blame, for calls that were refused for one. */
  readonly argument?: string;
}

/** Writes a path as people read it: `film.reviews[0].author`. */
export function writePath(path: readonly (string | number)[]): string {
  return path.reduce<string>((written, part) => {
    if (typeof part === 'number') return `${written}[${part}]`;
    return written === '' ? part : `${written}.${part}`;
  }, '');
}
