import type { JsonValue } from '../../core/json.ts';
import { includes } from './kinds.ts';
import type { NumberRange, Shape } from './schema-node.ts';

/** Texts of which one fits most formats, and the patterns that custom scalars have. */
const texts: readonly string[] = [
  'text|a|A|ab||0|1|-1|12|1.5|1.50|00|+1234567890|12345|1234567890123456789|Ümlaut| |a b|a_b|a-b|€',
  '2024-02-29|2024-02-29T12:30:00Z|12:30:00Z|12:30:00|P1D|2024-02-29 12:30:00Z|en|EUR|#a0b|AB-12',
  '1b4e28ba-2fa1-41d2-883f-0016d3cca427|ada@example.com|example.com|https://example.com/a|/a/b',
  '192.0.2.1|2001:db8::1|YQ==|^a$|{a}|1/a|#/a',
].flatMap((line) => line.split('|'));

/**
 * Values in which two shapes may differ: those at and around the bounds of both, listed and excluded
 * ones, and texts of well-known formats. Not all of them fit either.
 */
export function scalarCandidates(one: Shape, other: Shape): readonly JsonValue[] {
  const listed = [one, other].flatMap(({ values = [], excluded }) => [...values, ...excluded]);
  const fitting: JsonValue[] = [...(one.values ?? [])];
  if (includes(one.kinds, 'string')) fitting.push(...textCandidates(one, other));
  if (includes(one.kinds, 'integer') || includes(one.kinds, 'fraction')) {
    fitting.push(...numberCandidates(one.range, other.range));
  }
  if (includes(one.kinds, 'boolean')) fitting.push(true, false);
  if (includes(one.kinds, 'null')) fitting.push(null);
  return [...fitting, ...listed];
}

/** Longer texts are not made: a witness is for reading. */
const maxTextLength = 10_000;

function textCandidates(one: Shape, other: Shape): readonly string[] {
  const bounds = [one, other].flatMap(({ minLength, maxLength }) => [minLength, maxLength]);
  const lengths = bounds.flatMap((bound) => [bound, bound - 1, bound + 1]);
  const usable = lengths.filter((length) => length > 0 && length <= maxTextLength);
  const unique = [...new Set(usable)];
  return [...texts, ...unique.flatMap((length) => ['a'.repeat(length), '1'.repeat(length)])];
}

const plainNumbers = [1, 0, -1, 1.5, 0.25, 10, 100, 2_147_483_648, -2_147_483_649, 1e20];

function numberCandidates(one: NumberRange, other: NumberRange): readonly number[] {
  const bounds = [one.min, one.max, other.min, other.max].filter((bound) => Number.isFinite(bound));
  const around = bounds.flatMap((bound) => [
    bound,
    bound + 1,
    bound - 1,
    bound + 0.5,
    bound - 0.5,
    Math.ceil(bound),
    Math.floor(bound),
    (bound + (bounds[0] ?? 0)) / 2,
  ]);
  const steps = one.multiples.flatMap((step) =>
    [...around, 0].flatMap((start) => {
      const near = Math.ceil(start / step) * step;
      return [near, near + step, near - step];
    }),
  );
  return [...plainNumbers, ...around, ...steps];
}
