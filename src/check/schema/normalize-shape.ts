import { acceptedByShape } from './accepts.ts';
import {
  anything,
  kindOf,
  kindSet,
  memberOf,
  nothing,
  type Kind,
  type NumberRange,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';

/** Decides whether certainly no value matches a schema. */
export type IsImpossible = (node: SchemaNode) => boolean;

/**
 * Removes the kinds and listed values of a shape that cannot match; returns `undefined` if nothing is
 * left. The rest may still be impossible: only certain cases are recognized.
 */
export function normalizeShape(shape: Shape, isImpossible: IsImpossible): Shape | undefined {
  const values = shape.values?.filter((value) => acceptedByShape(shape, value));
  const possible: Iterable<Kind> =
    values === undefined ? possibleKinds(shape, isImpossible) : new Set(values.map(kindOf));
  const kinds = shape.kinds & kindSet(...possible);
  if (kinds === 0) return undefined;
  // keep the identity of a shape that does not change
  if (kinds === shape.kinds && values?.length === shape.values?.length) return shape;
  return { ...shape, kinds, ...(values !== undefined && { values }) };
}

function possibleKinds(shape: Shape, isImpossible: IsImpossible): readonly Kind[] {
  const possible: readonly (readonly [Kind, boolean])[] = [
    ['null', !shape.excluded.includes(null)],
    ['boolean', !shape.excluded.includes(true) || !shape.excluded.includes(false)],
    ['string', shape.minLength <= shape.maxLength],
    ['integer', hasIntegers(shape.range)],
    ['fraction', hasFractions(shape.range)],
    ['array', canBeList(shape, isImpossible)],
    ['object', canBeObject(shape, isImpossible)],
  ];
  return possible.filter(([, isPossible]) => isPossible).map(([kind]) => kind);
}

function canBeList(shape: Shape, isImpossible: IsImpossible): boolean {
  if (shape.minItems > shape.maxItems) return false;
  return shape.minItems === 0 || !isImpossible(shape.items ?? anything);
}

function canBeObject(shape: Shape, isImpossible: IsImpossible): boolean {
  const least = Math.max(shape.minMembers, shape.required.size);
  if (least > shape.maxMembers || least > countMembers(shape)) return false;
  return [...shape.required].every((name) => !isImpossible(memberOf(shape, name)));
}

/** Returns the most members of an object of this shape, by their names alone. */
export function countMembers(shape: Shape): number {
  if (shape.additional !== nothing) return Infinity;
  return [...shape.properties.values()].filter((member) => member !== nothing).length;
}

/** Returns the least and the greatest integer of a range. */
export function integerBounds(range: NumberRange): { readonly min: number; readonly max: number } {
  const min = Math.ceil(range.min);
  const max = Math.floor(range.max);
  return {
    min: range.minExclusive && min === range.min ? min + 1 : min,
    max: range.maxExclusive && max === range.max ? max - 1 : max,
  };
}

function hasIntegers(range: NumberRange): boolean {
  const { min, max } = integerBounds(range);
  return min <= max;
}

/** Returns whether a range may contain a number that is not an integer. */
function hasFractions({ min, max, multiples }: NumberRange): boolean {
  if (multiples.some((step) => Number.isInteger(step))) return false;
  return min < max || (min === max && !Number.isInteger(min));
}
