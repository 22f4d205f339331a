import { stableJson, type JsonValue } from '../../core/json.ts';
import { acceptedByShape, isNumericFormat } from './accepts.ts';
import { includes, kindSet, listKinds, type Kind } from './kinds.ts';
import { integerBounds } from './number-range.ts';
import { problem, type Constraint, type Problem } from './problem.ts';
import { scalarCandidates } from './scalar-candidates.ts';
import type { NumberRange, Shape } from './schema-node.ts';

/** Why texts and numbers of one shape may not fit the other, and what it excludes. */
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

/** A scalar that fits the one shape, and not the given keywords of the other. */
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
