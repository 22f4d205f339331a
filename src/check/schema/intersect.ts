import { stableJson, type JsonValue } from '../../core/json.ts';
import {
  anything,
  memberOf,
  type SchemaNode,
  type Shape,
  type NumberRange,
  kindOf,
  kindSet,
  type Kind,
  nothing,
} from './schema-node.ts';
import { acceptedByShape, acceptedByUnion } from './accepts.ts';

/** Returns the conjunction of nodes. */
export type Intersect = (nodes: readonly SchemaNode[]) => SchemaNode;

/** Intersects two shapes keyword by keyword; the result may be empty. */
export function intersectShapes(one: Shape, other: Shape, both: Intersect): Shape {
  const values = intersectValues(one.values, other.values);
  return {
    kinds: one.kinds & other.kinds,
    ...(values !== undefined && { values }),
    excluded: [...one.excluded, ...other.excluded],
    minLength: Math.max(one.minLength, other.minLength),
    maxLength: Math.min(one.maxLength, other.maxLength),
    patterns: unite(one.patterns, other.patterns),
    formats: unite(one.formats, other.formats),
    range: intersectRanges(one.range, other.range),
    minItems: Math.max(one.minItems, other.minItems),
    maxItems: Math.min(one.maxItems, other.maxItems),
    items: both([one.items ?? anything, other.items ?? anything]),
    minMembers: Math.max(one.minMembers, other.minMembers),
    maxMembers: Math.min(one.maxMembers, other.maxMembers),
    properties: intersectProperties(one, other, both),
    required: new Set([...one.required, ...other.required]),
    additional: both([one.additional ?? anything, other.additional ?? anything]),
    other: new Map([...one.other, ...other.other]),
    exclusive: [...one.exclusive, ...other.exclusive],
  };
}

function intersectProperties(
  one: Shape,
  other: Shape,
  both: Intersect,
): ReadonlyMap<string, SchemaNode> {
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const pairs = [...names].map(
    (name) => [name, both([memberOf(one, name), memberOf(other, name)])] as const,
  );
  return new Map(pairs);
}

function intersectValues(
  one: readonly JsonValue[] | undefined,
  other: readonly JsonValue[] | undefined,
): readonly JsonValue[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const texts = new Set(other.map((value) => stableJson(value)));
  return one.filter((value) => texts.has(stableJson(value)));
}

function unite(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])];
}

/** Intersects two ranges. */
export function intersectRanges(one: NumberRange, other: NumberRange): NumberRange {
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

/** Returns the least and the greatest integer of a range. */
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

/** Returns whether a range may contain a number that is not an integer. */
export function hasFractions({ min, max, multiples }: NumberRange): boolean {
  if (multiples.some((step) => Number.isInteger(step))) return false;
  return min < max || (min === max && !Number.isInteger(min));
}

/** Decides whether certainly no value matches a schema. */
export type IsImpossible = (node: SchemaNode) => boolean;

/**
 * Removes the kinds and listed values of a shape that cannot match; returns `undefined` if nothing is
 * left. The rest may still be impossible: only certain cases are recognized.
 */
export function normalizeShape(shape: Shape, isImpossible: IsImpossible): Shape | undefined {
  const values = shape.values?.filter(
    (value) =>
      acceptedByShape(shape, value) &&
      shape.exclusive.every((union) => acceptedByUnion(union, value)),
  );
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
