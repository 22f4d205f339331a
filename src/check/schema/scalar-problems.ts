import { stableJson, type JsonValue } from '../../core/json.ts';
import { acceptedByShape, isNumericFormat } from './accepts.ts';
import {
  includes,
  kindSet,
  listKinds,
  type Kind,
  type NumberRange,
  type Shape,
} from './schema-node.ts';
import { integerBounds } from './normalize-shape.ts';
import { problem, type Constraint, type Problem } from './problem.ts';

/** Returns why strings, numbers and excluded values of one shape may not match the other. */
export function scalarProblems(one: Shape, other: Shape): readonly Problem[] {
  return [
    ...excludedProblems(one, other),
    ...(includes(one.kinds & other.kinds, 'string') ? textProblems(one, other) : []),
    ...numberProblems(one, other),
  ];
}

function excludedProblems(one: Shape, other: Shape): readonly Problem[] {
  const refused = other.excluded.filter((value) => acceptedByShape(one, value));
  return refused.map((value) => problem('value', stableJson(value), () => value));
}

function textProblems(one: Shape, other: Shape): readonly Problem[] {
  const texts = { ...one, kinds: kindSet('string') };
  const found: Problem[] = [];
  const report = (constraint: Constraint, detail: string, part: Partial<Shape>) =>
    found.push(problem(constraint, detail, () => differing(texts, other, part)));
  if (other.minLength > one.minLength)
    report('length', `minLength ${other.minLength}`, { minLength: other.minLength });
  if (other.maxLength < one.maxLength)
    report('length', `maxLength ${other.maxLength}`, { maxLength: other.maxLength });
  for (const pattern of missingIn(one.patterns, other.patterns))
    report('pattern', pattern, { patterns: [pattern] });
  for (const format of missingIn(one.formats, other.formats).filter(
    (name) => !isNumericFormat(name),
  ))
    report('format', format, { formats: [format] });
  return found;
}

/** Finds a scalar that matches the one shape, and not the passed keywords of the other. */
function differing(one: Shape, other: Shape, part: Partial<Shape>): JsonValue | undefined {
  const partOnly: Shape = { ...one, ...withoutBounds, ...part };
  return scalarCandidates(one, other).find(
    (value) => acceptedByShape(one, value) && !acceptedByShape(partOnly, value),
  );
}

const withoutBounds = {
  minLength: 0,
  maxLength: Infinity,
  patterns: [],
  formats: [],
  range: { min: -Infinity, minExclusive: false, max: Infinity, maxExclusive: false, multiples: [] },
} as const satisfies Partial<Shape>;

function missingIn(known: readonly string[], asked: readonly string[]): readonly string[] {
  return asked.filter((name) => !known.includes(name));
}

function numberProblems(one: Shape, other: Shape): readonly Problem[] {
  const kinds = one.kinds & other.kinds & kindSet('integer', 'fraction');
  if (kinds === 0) return [];
  const numbers = { ...one, kinds };
  const found: Problem[] = [];
  const report = (constraint: Constraint, detail: string, part: Partial<Shape>) =>
    found.push(problem(constraint, detail, () => differing(numbers, other, part)));
  for (const side of ['min', 'max'] as const) {
    if (listKinds(kinds).every((kind) => isWithin(kind, side, one.range, other.range))) continue;
    const isExclusive = other.range[`${side}Exclusive`];
    const keyword = isExclusive ? exclusiveKeywords[side] : keywords[side];
    report('range', `${keyword} ${other.range[side]}`, { range: onlySide(side, other.range) });
  }
  for (const step of other.range.multiples.filter((step) => !isMultiple(numbers, step))) {
    const range = { ...withoutBounds.range, multiples: [step] };
    report('multiple', `multipleOf ${step}`, { range });
  }
  for (const format of missingIn(one.formats, other.formats).filter(isNumericFormat))
    report('format', format, { formats: [format] });
  return found;
}

const keywords = { min: 'minimum', max: 'maximum' } as const;
const exclusiveKeywords = { min: 'exclusiveMinimum', max: 'exclusiveMaximum' } as const;

function isWithin(kind: Kind, side: 'min' | 'max', one: NumberRange, other: NumberRange): boolean {
  const sign = side === 'min' ? 1 : -1;
  if (kind === 'integer') {
    return sign * integerBounds(one)[side] >= sign * integerBounds(other)[side];
  }
  if (one[side] !== other[side]) return sign * one[side] > sign * other[side];
  const isExclusive = `${side}Exclusive` as const;
  return !other[isExclusive] || one[isExclusive] || !Number.isFinite(one[side]);
}

function onlySide(side: 'min' | 'max', range: NumberRange): NumberRange {
  const open = withoutBounds.range;
  return side === 'min'
    ? { ...open, min: range.min, minExclusive: range.minExclusive }
    : { ...open, max: range.max, maxExclusive: range.maxExclusive };
}

function isMultiple({ kinds, range }: Shape, step: number): boolean {
  const known = includes(kinds, 'fraction') ? range.multiples : [1, ...range.multiples];
  return known.some((multiple) => Number.isInteger(multiple / step));
}

/** Strings that match common formats and patterns of custom scalars. */
const texts: readonly string[] = [
  'text|a|A|ab||0|1|-1|12|1.5|1.50|00|+1234567890|12345|1234567890123456789|Ümlaut| |a b|a_b|a-b|€',
  '2024-02-29|2024-02-29T12:30:00Z|12:30:00Z|12:30:00|P1D|2024-02-29 12:30:00Z|en|EUR|#a0b|AB-12',
  '1b4e28ba-2fa1-41d2-883f-0016d3cca427|ada@example.com|example.com|https://example.com/a|/a/b',
  '192.0.2.1|2001:db8::1|YQ==|^a$|{a}|1/a|#/a',
].flatMap((line) => line.split('|'));

/**
 * Returns values in which two shapes may differ: those at and around the bounds of both, listed and
 * excluded ones, and strings of well-known formats. Some of them match neither.
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

/** The longest string, because people read counterexamples. */
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
