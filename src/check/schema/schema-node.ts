import { type JsonValue, isJsonObject } from '../../core/json.ts';
import { getOrCreate } from '../../core/memo.ts';
import type { JsonType } from '../../core/json-schema.ts';

/**
 * Disjoint kinds of JSON values. `integer` and `fraction` together are JSON Schema's `number`, so that
 * `integer` is a subset of `number`.
 */
const kinds = ['null', 'boolean', 'string', 'integer', 'fraction', 'array', 'object'] as const;

export type Kind = (typeof kinds)[number];

/** A set of kinds, one bit per kind. */
export type KindSet = number;

const bitOf: ReadonlyMap<string, KindSet> = new Map(kinds.map((kind, index) => [kind, 1 << index]));

/** All kinds. */
const everyKind: KindSet = (1 << kinds.length) - 1;

export function kindSet(...members: readonly Kind[]): KindSet {
  return members.reduce((set, kind) => set | (bitOf.get(kind) ?? 0), 0);
}

/** Returns the kinds of a schema's `type`; all kinds if it has none. */
export function kindsOfType(type: JsonType | readonly JsonType[] | undefined): KindSet {
  if (type === undefined) return everyKind;
  const types = typeof type === 'string' ? [type] : type;
  return types.reduce((set, name) => set | kindsOfTypeName(name), 0);
}

function kindsOfTypeName(name: string): KindSet {
  return name === 'number' ? kindSet('integer', 'fraction') : (bitOf.get(name) ?? 0);
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as Kind;
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return Array.isArray(value) || !isJsonObject(value) ? 'array' : 'object';
}

export function includes(set: KindSet, kind: Kind): boolean {
  return (set & kindSet(kind)) !== 0;
}

export function listKinds(set: KindSet): readonly Kind[] {
  return kinds.filter((kind) => includes(set, kind));
}

/**
 * A JSON Schema in a normal form for comparison: default values filled in, names in maps, `$ref` as a
 * link.
 *
 * A value matches the node if it matches the shape, every linked schema and every union.
 */
export interface SchemaNode {
  /** Unique within one comparison. */
  readonly id: number;
  readonly shape: Shape;
  readonly links: readonly (() => SchemaNode)[];
  readonly unions: readonly Union[];
}

/** The branches of an `anyOf`. */
export type Union = readonly SchemaNode[];

/** The conjunction of all keywords of a schema except `$ref` and `anyOf`. */
export interface Shape {
  readonly kinds: KindSet;
  /** The only values that match, if they are listed (`enum`, `const`). */
  readonly values?: readonly JsonValue[];
  /** Values that do not match (`not` with an `enum`). */
  readonly excluded: readonly JsonValue[];
  /** Lengths in code points. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly range: NumberRange;
  readonly minItems: number;
  readonly maxItems: number;
  /** If absent, any item matches. */
  readonly items?: SchemaNode;
  readonly minMembers: number;
  readonly maxMembers: number;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly required: ReadonlySet<string>;
  /** The schema of members that `properties` does not name; if absent, any value matches. */
  readonly additional?: SchemaNode;
  /** Keywords that cannot be compared, as JSON text followed by the keys of its references. */
  readonly other: ReadonlyMap<string, string>;
}

export interface NumberRange {
  readonly min: number;
  readonly minExclusive: boolean;
  readonly max: number;
  readonly maxExclusive: boolean;
  readonly multiples: readonly number[];
}

/** The shape that every value matches. */
export const openShape: Shape = {
  kinds: everyKind,
  excluded: [],
  minLength: 0,
  maxLength: Infinity,
  patterns: [],
  formats: [],
  range: { min: -Infinity, minExclusive: false, max: Infinity, maxExclusive: false, multiples: [] },
  minItems: 0,
  maxItems: Infinity,
  minMembers: 0,
  maxMembers: Infinity,
  properties: new Map(),
  required: new Set(),
  other: new Map(),
};

/** The schema that every value matches (`true`). */
export const anything: SchemaNode = { id: 0, shape: openShape, links: [], unions: [] };

/** The schema that no value matches (`false`). */
export const nothing: SchemaNode = {
  id: 1,
  shape: { ...openShape, kinds: 0 },
  links: [],
  unions: [],
};

/** The ids below are taken by `anything` and `nothing`. */
const firstFreeId = 2;

/** Returns the schema of an object's member. */
export function memberOf(shape: Shape, name: string): SchemaNode {
  return shape.properties.get(name) ?? shape.additional ?? anything;
}

/** The nodes of one comparison; equal schemas are the same node. */
export interface NodeTable {
  readonly nextId: () => number;
  /** Interns a text: equal texts get the same number. */
  readonly idOfText: (text: string) => number;
  /** Returns the node of a canonical key; creates it on first use. */
  readonly nodeOf: (key: string, create: (id: number) => SchemaNode) => SchemaNode;
}

export function createNodeTable(): NodeTable {
  const nodes = new Map<string, SchemaNode>();
  const texts = new Map<string, number>();
  let free = firstFreeId;
  return {
    nextId: () => free++,
    idOfText(text) {
      return getOrCreate(texts, text, () => texts.size);
    },
    nodeOf(key, create) {
      return getOrCreate(nodes, key, () => create(free++));
    },
  };
}
