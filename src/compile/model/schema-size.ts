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

/** Bytes of a value's compact JSON in UTF-8. */
export type JsonBytes = (value: unknown) => number;

const encoder = new TextEncoder();

/** Texts that JSON writes as they are, one byte a character. */
const plain = /^[ !#-[\]-~]*$/;

/**
 * Makes a measure that looks once at a part that several values share: tools of one API share most
 * of their schemas, and writing them out only to count would take longer than deriving them.
 */
export function createJsonBytes(): JsonBytes {
  const known = new Map<object, number>();

  function bytesOf(value: unknown): number {
    if (typeof value === 'string') return bytesOfText(value);
    if (typeof value !== 'object' || value === null) return String(value).length;
    const before = known.get(value);
    if (before !== undefined) return before;
    const bytes = Array.isArray(value) ? bytesOfList(value) : bytesOfMembers(value);
    known.set(value, bytes);
    return bytes;
  }

  function bytesOfList(items: readonly unknown[]): number {
    let bytes = 2 + Math.max(0, items.length - 1);
    for (const item of items) bytes += bytesOf(item);
    return bytes;
  }

  function bytesOfMembers(members: object): number {
    let bytes = 1;
    // not `Object.keys`, which makes a list for each of 100,000 objects
    for (const name in members) {
      const member: unknown = members[name as keyof typeof members];
      // what is undefined is not written
      if (member !== undefined) bytes += bytesOfText(name) + bytesOf(member) + 2;
    }
    return Math.max(2, bytes);
  }

  return bytesOf;
}

function bytesOfText(text: string): number {
  return plain.test(text) ? text.length + 2 : encoder.encode(JSON.stringify(text)).length;
}
