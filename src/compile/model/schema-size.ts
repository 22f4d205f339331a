import type { JsonSchema } from '../../core/json-schema.ts';

/** The size of a schema, or a budget. */
export interface SchemaSize {
  /** The number of schemas in it, including itself. */
  readonly nodes: number;
  /** The length of its compact JSON in bytes. */
  readonly bytes: number;
}

/** Measures a schema whose JSON is ASCII. */
export function sizeOf(schema: JsonSchema): SchemaSize {
  return { nodes: countNodes(schema), bytes: JSON.stringify(schema).length };
}

/** Counts the schemas in a schema, including itself. */
export function countNodes({ properties = {}, anyOf = [], items, not }: JsonSchema): number {
  let nodes = 1;
  for (const name in properties) nodes += countNodes(properties[name] ?? {});
  for (const member of anyOf) nodes += countNodes(member);
  if (items) nodes += countNodes(items);
  if (not) nodes += countNodes(not);
  return nodes;
}

/** Returns the length of a value's compact JSON in bytes of UTF-8. */
export type JsonBytes = (value: unknown) => number;

const encoder = new TextEncoder();

/** Matches text that JSON writes unescaped, with one byte per character. */
const plain = /^[ !#-[\]-~]*$/;

/** Creates a measure that visits each shared part once: tools of one API share most of their schemas. */
export function createJsonBytes(): JsonBytes {
  const measured = new Map<object, number>();

  function bytesOf(value: unknown): number {
    if (typeof value === 'string') return stringBytes(value);
    if (typeof value !== 'object' || value === null) return String(value).length;
    const before = measured.get(value);
    if (before !== undefined) return before;
    const bytes = Array.isArray(value) ? arrayBytes(value) : objectBytes(value);
    measured.set(value, bytes);
    return bytes;
  }

  function arrayBytes(items: readonly unknown[]): number {
    let bytes = 2 + Math.max(0, items.length - 1);
    for (const item of items) bytes += bytesOf(item);
    return bytes;
  }

  function objectBytes(members: object): number {
    let bytes = 1;
    // `Object.keys` would create a list for each object
    for (const name in members) {
      const member: unknown = members[name as keyof typeof members];
      // JSON omits undefined members
      if (member !== undefined) bytes += stringBytes(name) + bytesOf(member) + 2;
    }
    return Math.max(2, bytes);
  }

  return bytesOf;
}

function stringBytes(text: string): number {
  return plain.test(text) ? text.length + 2 : encoder.encode(JSON.stringify(text)).length;
}
