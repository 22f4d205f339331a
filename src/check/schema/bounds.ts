import { nothing, type BoundKeyword, type Bounds, type Kind, type Shape } from './schema-node.ts';

type Implies = (known: Bounds, bound: number) => boolean;

/** Whether known bounds imply a bound, by its keyword. */
const implies: Readonly<Record<BoundKeyword, Implies>> = {
  minLength: ({ minLength = 0 }, bound) => minLength >= bound,
  maxLength: ({ maxLength = Infinity }, bound) => maxLength <= bound,
  minItems: ({ minItems = 0 }, bound) => minItems >= bound,
  maxItems: ({ maxItems = Infinity }, bound) => maxItems <= bound,
  minProperties: ({ minProperties = 0 }, bound) => minProperties >= bound,
  maxProperties: ({ maxProperties = Infinity }, bound) => maxProperties <= bound,
  minimum: ({ minimum = -Infinity, exclusiveMinimum = -Infinity }, bound) =>
    minimum >= bound || exclusiveMinimum >= bound,
  exclusiveMinimum: ({ minimum = -Infinity, exclusiveMinimum = -Infinity }, bound) =>
    minimum > bound || exclusiveMinimum >= bound,
  maximum: ({ maximum = Infinity, exclusiveMaximum = Infinity }, bound) =>
    maximum <= bound || exclusiveMaximum <= bound,
  exclusiveMaximum: ({ maximum = Infinity, exclusiveMaximum = Infinity }, bound) =>
    maximum < bound || exclusiveMaximum <= bound,
  multipleOf: ({ multipleOf = NaN }, bound) => Number.isInteger(multipleOf / bound),
};

const ofNumbers = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
] as const;

const keywordsOf: Readonly<Record<Kind, readonly BoundKeyword[]>> = {
  null: [],
  boolean: [],
  string: ['minLength', 'maxLength'],
  integer: ofNumbers,
  fraction: ofNumbers,
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** Returns the bounds of a shape that values of one kind of another shape may violate: `maxLength 3`. */
export function violatedBounds(one: Shape, other: Shape, kind: Kind): readonly string[] {
  const known = knownBounds(one, kind);
  return keywordsOf[kind].flatMap((keyword) => {
    const bound = other.bounds[keyword];
    return bound === undefined || implies[keyword](known, bound) ? [] : [`${keyword} ${bound}`];
  });
}

function knownBounds(shape: Shape, kind: Kind): Bounds {
  const { bounds, required } = shape;
  if (kind === 'integer') return { multipleOf: 1, ...bounds };
  if (kind !== 'object') return bounds;
  const { minProperties = 0, maxProperties = Infinity } = bounds;
  return {
    minProperties: Math.max(minProperties, required.size),
    maxProperties: Math.min(maxProperties, countMembers(shape)),
  };
}

/** Returns the most members of an object of this shape, by their names alone. */
function countMembers({ additional, properties }: Shape): number {
  if (additional !== nothing) return Infinity;
  return [...properties.values()].filter((member) => member !== nothing).length;
}
