import type { JsonSchema } from '../../core/json-schema.ts';
import type { ObjectRef } from './object-ref.ts';
import type { Position } from './position.ts';

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
