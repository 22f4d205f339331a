import { ownMember } from './json.ts';

/** The path of a value within a JSON document: names of members and indices of items. */
export type JsonPath = readonly (string | number)[];

/**
 * Formats a path for people: `film.reviews[0].author`, and `headers["X-Key"]` for names that are no
 * identifiers. The root is the empty text.
 */
export function formatPath(path: JsonPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `[${JSON.stringify(step.toWellFormed())}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** Formats the path that all items of a list share for a log line: `films[].title`, limited in length. */
export function formatSharedPath(path: JsonPath): string {
  return formatPath(path)
    .replaceAll(/\[\d+\]/g, '[]')
    .slice(0, 200);
}

/** Formats a path as a JSON Pointer (RFC 6901). */
export function toJsonPointer(path: JsonPath): string {
  return path.map((step) => `/${escapePointerToken(String(step))}`).join('');
}

/** Escapes a name for use as one token of a JSON Pointer. */
function escapePointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Reads a JSON Pointer (RFC 6901). Digits become indices where `root` has a list at that place, or
 * everywhere if no root is passed.
 */
export function fromJsonPointer(pointer: string, root?: unknown): JsonPath {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (root === undefined) return tokens.map((token) => (/^\d+$/.test(token) ? +token : token));
  const path: (string | number)[] = [];
  let value: unknown = root;
  for (const token of tokens) {
    path.push(Array.isArray(value) ? Number(token) : token);
    value = typeof value === 'object' && value !== null ? ownMember(value, token) : undefined;
  }
  return path;
}
