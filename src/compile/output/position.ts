import type { JsonSchema } from '../../core/json-schema.ts';
import { writeLeaves, type Leaf } from './leaves.ts';
import type { GraphQLCompositeType } from 'graphql';
import type { Selection } from './collect-fields.ts';

/**
 * Everything that may stand at one place of an answer.
 *
 * Usually that is one thing. Where a response name has different types on different runtime types,
 * it is their union, which this holds in a normal form: a value is legal if one of the members
 * allows it.
 */
export interface Position {
  /** Equal for equal positions of one operation scope. */
  readonly key: string;
  readonly nullable: boolean;
  readonly leaves: readonly Leaf[];
  /** The schema of the leaves, with null where it may stand; made once, for it stands in many objects. */
  readonly leafSchema: JsonSchema | undefined;
  /** What the items of a list may be, where a list may stand here. */
  readonly items: Position | undefined;
  readonly objects: readonly ObjectRef[];
}

/** A position that holds one leaf, or null. */
export function leafPosition(leaf: Leaf, nullable: boolean): Position {
  return position(nullable, [leaf], undefined, []);
}

/** A position that holds an object, or null. */
export function objectPosition(object: ObjectRef, nullable: boolean): Position {
  return position(nullable, [], undefined, [object]);
}

/** A position that holds a list of what another position holds, or null. */
export function listPosition(items: Position, nullable: boolean): Position {
  return position(nullable, [], items, []);
}

/** A position that holds whatever one of the given ones may hold. */
export function unionOf(positions: readonly [Position, ...Position[]]): Position {
  const [first, ...rest] = positions;
  if (rest.every(({ key }) => key === first.key)) return first;
  const items = positions.flatMap((one) => one.items ?? []);
  const [firstItems, ...restItems] = items;
  return position(
    positions.some(({ nullable }) => nullable),
    distinct(positions.flatMap(({ leaves }) => leaves)),
    firstItems && unionOf([firstItems, ...restItems]),
    distinct(positions.flatMap(({ objects }) => objects)),
  );
}

function position(
  nullable: boolean,
  leaves: readonly Leaf[],
  items: Position | undefined,
  objects: readonly ObjectRef[],
): Position {
  const parts = [...leaves, ...objects].map(({ key }) => key);
  const list = items ? `[${items.key}]` : '';
  return {
    key: `${parts.join('|')}${list}${nullable ? '?' : ''}`,
    nullable,
    leaves,
    leafSchema: writeLeaves(leaves, nullable),
    items,
    objects,
  };
}

function distinct<T extends { readonly key: string }>(members: readonly T[]): readonly T[] {
  return [...new Map(members.map((member) => [member.key, member])).values()];
}

/**
 * An object in an answer: its declared type and the selection sets that were merged for it.
 *
 * What it looks like is derived when it is asked for, so that a document whose answers are larger
 * than any budget costs no more than the budget.
 */
export interface ObjectRef {
  /** Equal for equal objects of one operation scope. */
  readonly key: string;
  readonly type: GraphQLCompositeType;
  readonly selections: readonly Selection[];
}

/** Writes the schema of a place where one of some objects stands, or null. */
export type WriteObjects = (objects: readonly ObjectRef[], nullable: boolean) => JsonSchema;

/**
 * Writes the schema of a place in an answer.
 *
 * | members                       | JSON Schema                                     |
 * | ----------------------------- | ----------------------------------------------- |
 * | leaves                        | one `type`, or a list of types                  |
 * | a leaf that can be anything   | `{}`                                            |
 * | a list                        | `array` of its items                            |
 * | objects                       | an object                                       |
 * | more than one of these        | `anyOf`                                         |
 * | or null                       | `null` among types, or in the `anyOf`           |
 */
export function writePosition(position: Position, writeObjects: WriteObjects): JsonSchema {
  const { nullable, leafSchema, items, objects } = position;
  if (leafSchema !== undefined && isAlone(leafSchema, position)) return leafSchema;
  if (leafSchema === undefined && items === undefined) return writeObjects(objects, nullable);
  if (leafSchema === undefined && items !== undefined && objects.length === 0) {
    return { type: nullable ? arrayOrNull : 'array', items: writePosition(items, writeObjects) };
  }
  const members: JsonSchema[] = leafSchema ? [leafSchema] : [];
  if (items) members.push({ type: 'array', items: writePosition(items, writeObjects) });
  if (objects.length > 0) members.push(writeObjects(objects, false));
  return { anyOf: nullable && !leafSchema ? [...members, { type: 'null' }] : members };
}

const arrayOrNull = ['array', 'null'] as const;

/** Nothing else stands there, or the leaf can be anything and says it all. */
function isAlone({ type }: JsonSchema, { items, objects }: Position): boolean {
  return type === undefined || (items === undefined && objects.length === 0);
}
