import type { JsonSchema } from '../../core/json-schema.ts';
import { compilePattern } from './linear-pattern.ts';

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
      return typeof bound === 'string' && patternFault(bound) === undefined;
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
 * Returns why a pattern cannot be used, as the end of a sentence; undefined if it compiles, with the same
 * meaning, as a JavaScript regular expression with the `u` flag, in Python's `re`, and in RE2.
 *
 * Python does not support `\p{…}`, `\u{…}`, `\k`, `\c` and `(?<name>…)`, reads `[^]` as the start of a
 * set, and limits counts to 32 bits; references to a group that did not match are empty in JavaScript and
 * fail in Python. Patterns that merely look like these are rejected too. The gateway matches with RE2.
 */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > 500) return 'has a pattern of more than 500 characters';
  if (onlyJavaScript.test(pattern)) return 'has a pattern that not every client can compile';
  try {
    new RegExp(pattern, 'u').test('');
  } catch {
    return 'has a pattern that is not a regular expression';
  }
  try {
    compilePattern(pattern);
    return undefined;
  } catch {
    return 'has a pattern that cannot be matched in linear time; write it without look-around and counts above 1,000';
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
