import type { JsonSchema } from '../../core/json-schema.ts';
import type { ObjectRef } from './object-ref.ts';
import { writeLeaves, type Leaf } from './write-leaves.ts';

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
