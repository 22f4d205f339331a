import type { JsonSchema } from '../../core/json-schema.ts';

/** The keywords that constrain a single value. */
export const boundKeywords = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'format',
  'pattern',
] as const;

/** The keywords that constrain the length of a list. */
export const listKeywords = ['minItems', 'maxItems'] as const;

export type BoundKeyword = (typeof boundKeywords)[number] | (typeof listKeywords)[number];

/** The constraints of a value, as JSON Schema keywords. */
export type Bounds = Pick<JsonSchema, BoundKeyword>;

/** Returns whether a keyword with this value compiles and has the same meaning in all validators. */
export function isSafeBound(keyword: BoundKeyword, bound: unknown): boolean {
  switch (keyword) {
    case 'pattern':
      return typeof bound === 'string' && isPortablePattern(bound);
    case 'format':
      return safeFormats.has(bound);
    case 'multipleOf':
      // validators compute with doubles, in which 19.99 is not a multiple of 0.01
      return Number.isSafeInteger(bound) && Number(bound) > 0;
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return Number.isSafeInteger(bound) && Number(bound) >= 0;
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return Number.isFinite(bound);
  }
}

const safeFormats: ReadonlySet<unknown> = new Set([
  'date-time',
  'date',
  'uuid',
  'uri',
  'email',
  'ipv4',
  'ipv6',
  'hostname',
]);

/**
 * Returns whether a pattern compiles, with the same meaning, as a JavaScript regular expression with the
 * `u` flag and in Python's `re`.
 *
 * Python does not support `\p{…}`, `\u{…}`, `\k`, `\c` and `(?<name>…)`, reads `[^]` as the start of a
 * set, and limits look-behind to a fixed width and counts to 32 bits; references to a group that did not
 * match are empty in JavaScript and fail in Python. Patterns that merely look like these are rejected too.
 */
export function isPortablePattern(pattern: string): boolean {
  if (pattern.length > 500 || onlyJavaScript.test(pattern)) return false;
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

const onlyJavaScript = /\\[1-9pPkc]|\\u\{|\(\?<|\[\^?\]|\{\d*,?\d{5}/;

/** Describes bounds in a sentence, for profiles without these keywords; undefined without bounds. */
export function describeBounds(bounds: Bounds): string | undefined {
  const phrases = [
    range(bounds.minimum, bounds.maximum, (bound) => String(bound)),
    bounds.exclusiveMinimum === undefined ? undefined : `more than ${bounds.exclusiveMinimum}`,
    bounds.exclusiveMaximum === undefined ? undefined : `less than ${bounds.exclusiveMaximum}`,
    bounds.multipleOf === undefined ? undefined : `a multiple of ${bounds.multipleOf}`,
    range(bounds.minLength, bounds.maxLength, counted('character')),
    range(bounds.minItems, bounds.maxItems, counted('item')),
    bounds.format === undefined ? undefined : `format ${bounds.format}`,
    bounds.pattern === undefined ? undefined : `pattern ${bounds.pattern}`,
  ];
  const text = phrases.filter((phrase) => phrase !== undefined).join(', ');
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function range(
  from: number | undefined,
  to: number | undefined,
  write: (bound: number) => string,
): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `at most ${write(to)}`;
  if (to === undefined) return `at least ${write(from)}`;
  return from === to ? `exactly ${write(to)}` : `${from} to ${write(to)}`;
}

function counted(noun: string): (count: number) => string {
  return (count) => `${count} ${noun}${count === 1 ? '' : 's'}`;
}
