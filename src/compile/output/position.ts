import type { JsonSchema } from '../../core/json-schema.ts';
import { writeLeaves, type Leaf } from './leaves.ts';
import type { GraphQLCompositeType } from 'graphql';
import type { Selection } from './collect-fields.ts';

/**
 * The values allowed at one place of an answer.
 *
 * If a response name has different types on different runtime types, it is their union in a normal
 * form: a value is valid if one of the members allows it.
 */
export interface Position {
  /** Equal for equal positions of one operation scope. */
  readonly key: string;
  readonly nullable: boolean;
  readonly leaves: readonly Leaf[];
  /** The schema of the leaves, including null if it is allowed; many objects share it. */
  readonly leafSchema: JsonSchema | undefined;
  /** The values allowed in a list, if a list is allowed. */
  readonly items: Position | undefined;
  readonly objects: readonly ObjectRef[];
}

/** Creates the position of a leaf. */
export function leafPosition(leaf: Leaf, nullable: boolean): Position {
  return position(nullable, [leaf], undefined, []);
}

/** Creates the position of an object. */
export function objectPosition(object: ObjectRef, nullable: boolean): Position {
  return position(nullable, [], undefined, [object]);
}

/** Creates the position of a list. */
export function listPosition(items: Position, nullable: boolean): Position {
  return position(nullable, [], items, []);
}

/** Creates the position that allows every value of several positions. */
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
 * An object in an answer: its declared type and the merged selection sets.
 *
 * Its shapes are derived on demand, so that the time to compile a document with exponentially large
 * answers depends on the budget.
 */
export interface ObjectRef {
  /** Equal for equal objects of one operation scope. */
  readonly key: string;
  readonly type: GraphQLCompositeType;
  readonly selections: readonly Selection[];
}

/** Writes the schema of a place that allows one of several objects, or null. */
export type WriteObjects = (objects: readonly ObjectRef[], nullable: boolean) => JsonSchema;

/**
 * Writes the schema of a place in an answer.
 *
 * | members                       | JSON Schema                                     |
 * | ----------------------------- | ----------------------------------------------- |
 * | leaves                        | one `type`, or a list of types                  |
 * | a leaf of any value           | `{}`                                            |
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

/** Returns whether the schema of the leaves covers the position. */
function isAlone({ type }: JsonSchema, { items, objects }: Position): boolean {
  return type === undefined || (items === undefined && objects.length === 0);
}
