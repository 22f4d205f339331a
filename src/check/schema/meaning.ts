import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonObject, ownMember, stableJson } from '../../core/json.ts';

/** Keywords that no instance can contradict, and `$defs`, which is only reached by `$ref`. */
export const silent: ReadonlySet<string> = new Set(
  'title description default deprecated examples x-mcp-header $defs $schema $comment'.split(' '),
);

/**
 * Makes what writes the meaning of references of one document as text: the same text, the same values
 * fit, in whatever document. It is every definition that the reference reaches, without annotations.
 */
export function createMeanings(root: JsonSchema): (reference: string) => string {
  const meanings = new Map<string, string>();
  const texts = new Map<JsonSchema, string>();
  const textOf = (schema: JsonSchema): string => {
    const known = texts.get(schema) ?? stableJson(withoutAnnotations(schema));
    texts.set(schema, known);
    return known;
  };
  return (reference) => {
    const known = meanings.get(reference);
    if (known !== undefined) return known;
    const reached = new Map<string, JsonSchema>();
    collectReached(root, { $ref: reference }, reached);
    const definitions = [...reached.keys()]
      .sort()
      .map((name) => `${name} ${textOf(reached.get(name) ?? {})}`);
    const meaning = [reference, ...definitions].join('\n');
    meanings.set(reference, meaning);
    return meaning;
  };
}

/** Follows a reference within the document: to the root or into its `$defs`. */
export function lookUp(root: JsonSchema, reference: string): unknown {
  if (reference === '#') return root;
  const name = /^#\/\$defs\/([^/%]+)$/.exec(reference)?.[1];
  if (name === undefined || root.$defs === undefined) return undefined;
  const unescaped = name.replaceAll('~1', '/').replaceAll('~0', '~');
  return ownMember(root.$defs, unescaped);
}

function collectReached(root: JsonSchema, schema: unknown, reached: Map<string, JsonSchema>): void {
  for (const part of partsOf(schema)) collectReached(root, part, reached);
  const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
  if (typeof reference !== 'string' || reached.has(reference)) return;
  const target = lookUp(root, reference);
  if (!isJsonObject(target)) return;
  reached.set(reference, target as JsonSchema);
  collectReached(root, target, reached);
}

/** Schemas that stand directly in a schema. */
function partsOf(schema: unknown): readonly unknown[] {
  if (!isJsonObject(schema)) return [];
  const {
    properties = {},
    anyOf = [],
    oneOf = [],
    items,
    additionalProperties,
  } = schema as JsonSchema;
  return [...Object.values(properties), ...anyOf, ...oneOf, items, additionalProperties];
}

function withoutAnnotations(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  const keywords = Object.entries(schema).filter(([keyword]) => !silent.has(keyword));
  return Object.fromEntries(
    keywords.map(([keyword, value]) => [keyword, plainKeyword(keyword, value)]),
  );
}

function plainKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'properties' && isJsonObject(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([name, member]) => [name, withoutAnnotations(member)]));
  }
  if (Array.isArray(value)) return value.map(withoutAnnotations);
  return keyword === 'items' || keyword === 'additionalProperties'
    ? withoutAnnotations(value)
    : value;
}
