import type { NumberRange } from './schema-node.ts';

/** The numbers in both ranges. */
export function meetRanges(one: NumberRange, other: NumberRange): NumberRange {
  const lower = one.min > other.min || (one.min === other.min && one.minExclusive) ? one : other;
  const upper = one.max < other.max || (one.max === other.max && one.maxExclusive) ? one : other;
  return {
    min: lower.min,
    minExclusive: lower.minExclusive,
    max: upper.max,
    maxExclusive: upper.maxExclusive,
    multiples: [...new Set([...one.multiples, ...other.multiples])],
  };
}

/** The least and the greatest integer of a range. */
export function integerBounds(range: NumberRange): { readonly min: number; readonly max: number } {
  const min = Math.ceil(range.min);
  const max = Math.floor(range.max);
  return {
    min: range.minExclusive && min === range.min ? min + 1 : min,
    max: range.maxExclusive && max === range.max ? max - 1 : max,
  };
}

export function hasIntegers(range: NumberRange): boolean {
  const { min, max } = integerBounds(range);
  return min <= max;
}

/** Whether numbers that are no integers may be in the range. */
export function hasFractions({ min, max, multiples }: NumberRange): boolean {
  if (multiples.some((step) => Number.isInteger(step))) return false;
  return min < max || (min === max && !Number.isInteger(min));
}
