import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonObject, ownMember, type JsonValue } from '../../core/json.ts';
import { resolveReference } from '../../core/walk-schema.ts';
import { annotationKeywords } from '../schema/canonical-key.ts';
import { comparedKeywords } from '../schema/read-schema.ts';

/** What is left of a schema: its parts that were looked at, each with the members it was asked for. */
type Touched = Map<JsonSchema, Set<string>>;

interface Walk {
  readonly root: JsonSchema;
  readonly touched: Touched;
  readonly seen: Map<JsonSchema, Set<JsonValue>>;
  readonly references: Set<string>;
}

/**
 * The part of a schema that decides about a value: without the members that the value does not have,
 * and without words. It takes the value exactly when the whole schema does, and is a fraction as
 * large. A schema with keywords that are not known here is left as it is.
 */
export function touchedSchema(root: JsonSchema, value: JsonValue): JsonSchema {
  const walk: Walk = { root, touched: new Map(), seen: new Map(), references: new Set() };
  if (!touch(walk, root, value)) return root;
  const definitions = [...walk.references].filter((reference) => reference !== '#');
  const $defs = definitions.map((reference) => {
    const name = reference.slice('#/$defs/'.length);
    return [name, partOf(walk.touched, resolveReference(root, reference)) as JsonSchema] as const;
  });
  const part = partOf(walk.touched, root) as JsonSchema;
  return $defs.length === 0 ? part : { ...part, $defs: Object.fromEntries($defs) };
}

/** Whether all that decides about the value is known here. */
function touch(walk: Walk, schema: unknown, value: JsonValue): boolean {
  if (!isJsonObject(schema)) return true;
  const part = schema as JsonSchema;
  const values = walk.seen.get(part) ?? new Set();
  walk.seen.set(part, values);
  if (values.has(value)) return true;
  values.add(value);
  if (
    Object.keys(schema).some(
      (keyword) => !annotationKeywords.has(keyword) && !comparedKeywords.has(keyword),
    )
  ) {
    return false;
  }
  const { anyOf = [], oneOf = [], items, $ref } = part;
  return (
    [...anyOf, ...oneOf].every((branch) => touch(walk, branch, value)) &&
    ($ref === undefined || touchReference(walk, $ref, value)) &&
    (!Array.isArray(value) || value.every((item) => touch(walk, items, item))) &&
    (!isJsonObject(value) || touchMembers(walk, part, value))
  );
}

/** Names that are written otherwise in a reference are left to the whole schema. */
function touchReference(walk: Walk, reference: string, value: JsonValue): boolean {
  const target = /^#(\/\$defs\/\w+)?$/.test(reference)
    ? resolveReference(walk.root, reference)
    : undefined;
  if (target === undefined) return false;
  walk.references.add(reference);
  return touch(walk, target, value);
}

function touchMembers(
  walk: Walk,
  schema: JsonSchema,
  value: { readonly [name: string]: JsonValue },
): boolean {
  const names = walk.touched.get(schema) ?? new Set();
  walk.touched.set(schema, names);
  const { properties = {}, additionalProperties } = schema;
  return Object.entries(value).every(([name, member]) => {
    names.add(name);
    return touch(walk, ownMember(properties, name) ?? additionalProperties, member);
  });
}

function partOf(touched: Touched, schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  const names = touched.get(schema as JsonSchema) ?? new Set();
  const keywords = Object.entries(schema).filter(([keyword]) => !annotationKeywords.has(keyword));
  return Object.fromEntries(
    keywords.map(([keyword, value]) => [keyword, partOfKeyword(touched, names, keyword, value)]),
  );
}

function partOfKeyword(
  touched: Touched,
  names: ReadonlySet<string>,
  keyword: string,
  value: JsonValue,
): unknown {
  if (keyword === 'properties' && isJsonObject(value)) {
    const members = Object.entries(value).filter(([name]) => names.has(name));
    return Object.fromEntries(members.map(([name, member]) => [name, partOf(touched, member)]));
  }
  if (keyword === 'anyOf' || keyword === 'oneOf') {
    return (value as readonly JsonValue[]).map((branch) => partOf(touched, branch));
  }
  return keyword === 'items' || keyword === 'additionalProperties' ? partOf(touched, value) : value;
}
