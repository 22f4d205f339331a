import type { JsonValue } from '../../core/json.ts';
import { everyKind, type KindSet } from './kinds.ts';

/**
 * A JSON Schema as read for comparing: keywords in a fixed form, names in maps, `$ref` as a link.
 *
 * A value fits when it fits the shape, every linked schema and every union.
 */
export interface SchemaNode {
  /** Different for every node that is read or made in one comparison. */
  readonly id: number;
  readonly shape: Shape;
  readonly links: readonly (() => SchemaNode)[];
  readonly unions: readonly Union[];
}

/** An `anyOf`, or an `oneOf`: then exactly one branch may fit. */
export interface Union {
  readonly exactlyOne: boolean;
  readonly branches: readonly SchemaNode[];
}

/** The keywords of a schema that hold at once: everything but `$ref` and unions. */
export interface Shape {
  readonly kinds: KindSet;
  /** The only values that fit, where they are listed (`enum`, `const`). */
  readonly values?: readonly JsonValue[];
  /** Values that do not fit (`not` with an `enum`). */
  readonly excluded: readonly JsonValue[];
  /** Lengths in code points. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly range: NumberRange;
  readonly minItems: number;
  readonly maxItems: number;
  /** Absent: items can be anything. */
  readonly items?: SchemaNode;
  readonly minMembers: number;
  readonly maxMembers: number;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly required: ReadonlySet<string>;
  /** Members that `properties` does not name; absent: they can be anything. */
  readonly additional?: SchemaNode;
  /** Keywords nobody here knows, as JSON text. */
  readonly other: ReadonlyMap<string, string>;
  /** Unions of which exactly one branch fits, known beside the rest. */
  readonly exclusive: readonly Union[];
}

export interface NumberRange {
  readonly min: number;
  readonly minExclusive: boolean;
  readonly max: number;
  readonly maxExclusive: boolean;
  readonly multiples: readonly number[];
}

/** A shape that says nothing. */
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
  exclusive: [],
};

/** The schema every value fits. */
export const anything: SchemaNode = { id: 0, shape: openShape, links: [], unions: [] };

/** The schema no value fits. */
export const nothing: SchemaNode = {
  id: 1,
  shape: { ...openShape, kinds: 0 },
  links: [],
  unions: [],
};

/** Ids below are those of `anything` and `nothing`. */
export const firstFreeId = 2;

/** What an object's member has to fit. */
export function memberOf(shape: Shape, name: string): SchemaNode {
  return shape.properties.get(name) ?? shape.additional ?? anything;
}
