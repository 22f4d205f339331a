import type { JsonSchema } from '../../core/json-schema.ts';

/** How large a schema is: what budgets are counted in. */
export interface SchemaSize {
  /** Schemas in it, itself included. */
  readonly nodes: number;
  /** Bytes of its compact JSON; what is written here is ASCII. */
  readonly bytes: number;
}

/** Measures a schema as it would be written. */
export function sizeOf(schema: JsonSchema): SchemaSize {
  return { nodes: countNodes(schema), bytes: JSON.stringify(schema).length };
}

/** Counts the schemas in a schema, itself included; those counted before are looked up. */
export function countNodes(schema: JsonSchema, counted?: Map<JsonSchema, number>): number {
  const known = counted?.get(schema);
  if (known !== undefined) return known;
  const { properties = {}, anyOf = [], items, not } = schema;
  let nodes = 1;
  for (const name in properties) nodes += countNodes(properties[name] ?? {}, counted);
  for (const member of anyOf) nodes += countNodes(member, counted);
  if (items) nodes += countNodes(items, counted);
  if (not) nodes += countNodes(not, counted);
  return nodes;
}
