import type { JsonSchema } from '../../core/json-schema.ts';

/** The keywords that bound a single value, as opposed to its type. */
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

/** The keywords that bound the length of a list. */
export const listKeywords = ['minItems', 'maxItems'] as const;

export type BoundKeyword = (typeof boundKeywords)[number] | (typeof listKeywords)[number];

/** Bounds of a value, as JSON Schema keywords. */
export type Bounds = Pick<JsonSchema, BoundKeyword>;

/** Whether a keyword with this value compiles, and means the same, for every validator. */
export function isSafeBound(keyword: BoundKeyword, bound: unknown): boolean {
  switch (keyword) {
    case 'pattern':
      return typeof bound === 'string' && isPortablePattern(bound);
    case 'format':
      return safeFormats.has(bound);
    case 'multipleOf':
      // of a fraction validators find that 19.99 is no multiple of 0.01
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
 * Whether a pattern compiles both as JavaScript has it with the `u` flag and as Python's `re` has it.
 *
 * Python knows neither `\p{…}`, `\u{…}`, `\k`, `\c` nor `(?<name>…)`, takes `[^]` for the start of a
 * set, look-behind of fixed width alone, and no count beyond 32 bits; a group that did not match is
 * empty to JavaScript and nothing to Python. A pattern that only looks like these is lost as well,
 * and told in words.
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

/** Writes bounds as a sentence, for profiles without the keywords; nothing where there are none. */
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
