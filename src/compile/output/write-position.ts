import type { JsonSchema, JsonType } from '../../core/json-schema.ts';
import type { ObjectRef } from './object-ref.ts';
import type { Leaf, Position } from './position.ts';

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
 * | or null                       | `null` among the types, or in the `anyOf`       |
 */
export function writePosition(position: Position, writeObjects: WriteObjects): JsonSchema {
  const { nullable, leaves, items, objects } = position;
  const leaf = writeLeaves(leaves);
  if (leaf === undefined && items === undefined) return writeObjects(objects, nullable);
  if (leaf !== undefined && leaf.type === undefined) return leaf;
  const list = items && writeList(items, writeObjects);
  const only = leaf && list ? undefined : (leaf ?? list);
  if (only !== undefined && objects.length === 0) return nullable ? orNull(only) : only;
  const members = [leaf, list].flatMap((member) => member ?? []);
  if (objects.length > 0) members.push(writeObjects(objects, false));
  return { anyOf: nullable ? [...members, { type: 'null' }] : members };
}

function writeList(items: Position, writeObjects: WriteObjects): JsonSchema {
  return { type: 'array', items: writePosition(items, writeObjects) };
}

/** Several leaves at one place are told by their types alone. */
function writeLeaves(leaves: readonly Leaf[]): JsonSchema | undefined {
  const [first, ...others] = leaves;
  if (first === undefined || others.length === 0) return first?.schema;
  if (leaves.some(({ schema }) => schema.type === undefined)) return {};
  return { type: shortest(leaves.flatMap(({ schema }) => typesOf(schema))) };
}

function orNull(schema: JsonSchema): JsonSchema {
  return { ...schema, type: shortest([...typesOf(schema), 'null']) };
}

function typesOf({ type }: JsonSchema): readonly JsonType[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

function shortest(types: readonly JsonType[]): JsonType | readonly JsonType[] {
  const [first, ...others] = new Set(types);
  return first !== undefined && others.length === 0
    ? first
    : [first, ...others].flatMap((type) => type ?? []);
}
