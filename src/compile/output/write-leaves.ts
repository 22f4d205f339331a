import type { JsonSchema, JsonType } from '../../core/json-schema.ts';

/** The schema of a scalar or enum, with a key that equal ones share. */
export interface Leaf {
  readonly key: string;
  readonly schema: JsonSchema;
}

/** Writes the schema of some leaves; several at one place are told by their types alone. */
export function writeLeaves(leaves: readonly Leaf[], nullable: boolean): JsonSchema | undefined {
  const [first, ...others] = leaves;
  if (first === undefined) return undefined;
  if (leaves.some(({ schema }) => schema.type === undefined)) return {};
  const types = leaves.flatMap(({ schema }) => typesOf(schema));
  const type = shortest(nullable ? [...types, 'null'] : types);
  return others.length === 0 ? { ...first.schema, type } : { type };
}

function typesOf({ type }: JsonSchema): readonly JsonType[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

function shortest(types: readonly JsonType[]): JsonType | readonly JsonType[] {
  const distinct = [...new Set(types)];
  const [only] = distinct;
  return only !== undefined && distinct.length === 1 ? only : distinct;
}
