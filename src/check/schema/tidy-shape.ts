import { acceptedByShape, acceptedByUnion } from './accepts.ts';
import { kindOf, kindSet, type Kind } from './kinds.ts';
import { hasFractions, hasIntegers } from './number-range.ts';
import { anything, memberOf, nothing, type SchemaNode, type Shape } from './schema-node.ts';

/** Whether certainly no value fits a schema. */
export type IsImpossible = (node: SchemaNode) => boolean;

/**
 * Leaves out of a shape the kinds and listed values that nothing can fit; `undefined` where nothing
 * is left. What it leaves in may still be impossible: only certain cases are told.
 */
export function tidyShape(shape: Shape, isImpossible: IsImpossible): Shape | undefined {
  const values = shape.values?.filter(
    (value) =>
      acceptedByShape(shape, value) &&
      shape.exclusive.every((union) => acceptedByUnion(union, value)),
  );
  const possible: Iterable<Kind> =
    values === undefined ? possibleKinds(shape, isImpossible) : new Set(values.map(kindOf));
  const kinds = shape.kinds & kindSet(...possible);
  if (kinds === 0) return undefined;
  // the same shape where nothing is left out, so that it is known again
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

/** The most members that an object of this shape may have, by names alone. */
export function countMembers(shape: Shape): number {
  if (shape.additional !== nothing) return Infinity;
  return [...shape.properties.values()].filter((member) => member !== nothing).length;
}
