import { type JsonSchema, resolveReference } from '../../core/json-schema.ts';
import { isJsonObject, ownMember, type JsonValue } from '../../core/json.ts';
import { annotationKeywords } from '../schema/canonical-key.ts';
import { comparedKeywords } from '../schema/read-schema.ts';

/** The visited parts of a schema, each with the names of the members that the value has there. */
type Visited = Map<JsonSchema, Set<string>>;

interface Walk {
  readonly root: JsonSchema;
  readonly visited: Visited;
  readonly seen: Map<JsonSchema, Set<JsonValue>>;
  readonly references: Set<string>;
}

/**
 * Prunes a schema to the part that decides about a value: without annotations, and without the members
 * that the value does not have. The part matches the value exactly if the whole schema does. A schema
 * with unknown keywords is returned as it is.
 */
export function pruneToValue(root: JsonSchema, value: JsonValue): JsonSchema {
  const walk: Walk = { root, visited: new Map(), seen: new Map(), references: new Set() };
  if (!visit(walk, root, value)) return root;
  const definitions = [...walk.references].filter((reference) => reference !== '#');
  const $defs = definitions.map((reference) => {
    const name = reference.slice('#/$defs/'.length);
    return [name, partOf(walk.visited, resolveReference(root, reference)) as JsonSchema] as const;
  });
  const part = partOf(walk.visited, root) as JsonSchema;
  return $defs.length === 0 ? part : { ...part, $defs: Object.fromEntries($defs) };
}

/** Returns false if a keyword is unknown. */
function visit(walk: Walk, schema: unknown, value: JsonValue): boolean {
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
    [...anyOf, ...oneOf].every((branch) => visit(walk, branch, value)) &&
    ($ref === undefined || visitReference(walk, $ref, value)) &&
    (!Array.isArray(value) || value.every((item) => visit(walk, items, item))) &&
    (!isJsonObject(value) || visitMembers(walk, part, value))
  );
}

/** A reference with escaped characters is not followed: the whole schema is used. */
function visitReference(walk: Walk, reference: string, value: JsonValue): boolean {
  const target = /^#(\/\$defs\/\w+)?$/.test(reference)
    ? resolveReference(walk.root, reference)
    : undefined;
  if (target === undefined) return false;
  walk.references.add(reference);
  return visit(walk, target, value);
}

function visitMembers(
  walk: Walk,
  schema: JsonSchema,
  value: { readonly [name: string]: JsonValue },
): boolean {
  const names = walk.visited.get(schema) ?? new Set();
  walk.visited.set(schema, names);
  const { properties = {}, additionalProperties } = schema;
  return Object.entries(value).every(([name, member]) => {
    names.add(name);
    return visit(walk, ownMember(properties, name) ?? additionalProperties, member);
  });
}

function partOf(visited: Visited, schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  const names = visited.get(schema as JsonSchema) ?? new Set();
  const keywords = Object.entries(schema).filter(([keyword]) => !annotationKeywords.has(keyword));
  return Object.fromEntries(
    keywords.map(([keyword, value]) => [keyword, partOfKeyword(visited, names, keyword, value)]),
  );
}

function partOfKeyword(
  visited: Visited,
  names: ReadonlySet<string>,
  keyword: string,
  value: JsonValue,
): unknown {
  if (keyword === 'properties' && isJsonObject(value)) {
    const members = Object.entries(value).filter(([name]) => names.has(name));
    return Object.fromEntries(members.map(([name, member]) => [name, partOf(visited, member)]));
  }
  if (keyword === 'anyOf' || keyword === 'oneOf') {
    return (value as readonly JsonValue[]).map((branch) => partOf(visited, branch));
  }
  return keyword === 'items' || keyword === 'additionalProperties' ? partOf(visited, value) : value;
}
