import { type JsonValue, isJsonObject } from '../../core/json.ts';
import { memoizeWeakly } from '../../core/memo.ts';
import type { JsonType } from '../../core/json-schema.ts';

/**
 * Disjoint kinds of JSON values. `integer` and `fraction` together are JSON Schema's `number`, so that
 * `integer` is a subset of `number`.
 */
const kinds = ['null', 'boolean', 'string', 'integer', 'fraction', 'array', 'object'] as const;

export type Kind = (typeof kinds)[number];

/** Returns the kinds of a schema's `type`; all kinds if it has none. */
export function kindsOfType(type: JsonType | readonly JsonType[] | undefined): readonly Kind[] {
  if (type === undefined) return kinds;
  const types: readonly string[] = [type].flat();
  return kinds.filter(
    (kind) => types.includes(kind) || (types.includes('number') && isNumber(kind)),
  );
}

export function isNumber(kind: Kind): boolean {
  return kind === 'integer' || kind === 'fraction';
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as Kind;
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return Array.isArray(value) || !isJsonObject(value) ? 'array' : 'object';
}

/** A JSON Schema in a form for comparison. A value matches it if it matches the shape and the union. */
export interface SchemaNode {
  readonly shape: Shape;
  /** The branches of `anyOf`. */
  readonly union?: readonly SchemaNode[];
}

/** All keywords of a schema except `$ref` and `anyOf`. */
export interface Shape {
  readonly kinds: readonly Kind[];
  /** The only values that match, if they are listed (`enum`, `const`); scalars. */
  readonly values?: readonly JsonValue[];
  /** Values that do not match (`not` with an `enum`). */
  readonly excluded: readonly JsonValue[];
  /** Values that are named as examples. */
  readonly examples: readonly JsonValue[];
  readonly bounds: Bounds;
  readonly pattern?: string;
  readonly format?: string;
  /** If absent, any item matches. */
  readonly items?: SchemaNode;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly required: ReadonlySet<string>;
  /** The schema of members that `properties` does not name; if absent, any value matches. */
  readonly additional?: SchemaNode;
  /** Keywords that cannot be compared, as JSON text. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** Keywords that bound numbers, and the lengths of texts (in code points), lists and objects. */
export const boundKeywords = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
] as const;

export type BoundKeyword = (typeof boundKeywords)[number];
export type Bounds = Readonly<Partial<Record<BoundKeyword, number>>>;

/** The shape that every value matches. */
export const openShape: Shape = {
  kinds,
  excluded: [],
  examples: [],
  bounds: {},
  properties: new Map(),
  required: new Set(),
  unknown: new Map(),
};

/** The schema that every value matches (`true`). */
export const anything: SchemaNode = { shape: openShape };

/** The schema that no value matches (`false`). */
export const nothing: SchemaNode = { shape: { ...openShape, kinds: [] } };

/** Returns the schema of an object's member. */
export function memberOf(shape: Shape, name: string): SchemaNode {
  return shape.properties.get(name) ?? shape.additional ?? anything;
}

/**
 * Returns shapes of one kind each, which together have every value of a schema. They may have more: of
 * keywords next to `anyOf`, only those are used.
 */
export const casesOf: (node: SchemaNode) => readonly Shape[] = memoizeWeakly(({ shape, union }) =>
  union && shape === openShape ? union.flatMap(casesOf) : casesOfShape(shape),
);

/** Returns whether a schema has scalars only, so that no other schemas decide about its values. */
export const isScalar: (node: SchemaNode) => boolean = memoizeWeakly((node) =>
  casesOf(node).every(({ kinds: [kind] }) => kind !== 'array' && kind !== 'object'),
);

/** Of the kinds that have few values, these are listed. */
const finite: Readonly<Partial<Record<Kind, readonly JsonValue[]>>> = {
  null: [null],
  boolean: [true, false],
};

function casesOfShape(shape: Shape): readonly Shape[] {
  return shape.kinds.flatMap((kind): readonly Shape[] => {
    const listed = shape.values?.filter((value) => kindOf(value) === kind) ?? finite[kind];
    const values = listed?.filter((value) => !shape.excluded.includes(value));
    if (values?.length === 0) return [];
    return [{ ...shape, kinds: [kind], ...(values && { values }) }];
  });
}
