import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonObject, ownMember, stableJson } from '../../core/json.ts';

/** Keywords that no instance can contradict, and `$defs`, which is only reached by `$ref`. */
export const silent: ReadonlySet<string> = new Set(
  'title description default deprecated examples x-mcp-header $defs $schema $comment'.split(' '),
);

/**
 * Makes what writes the meaning of references of one document as text: the same text, the same values
 * fit, in whatever document. It names every definition that the reference reaches, each by the number
 * of its text without annotations.
 */
export function createMeanings(
  root: JsonSchema,
  idOfText: (text: string) => number,
): (reference: string) => string {
  const meanings = new Map<string, string>();
  const definitions = new Map<string, Definition | undefined>();
  const definitionOf = (reference: string): Definition | undefined => {
    if (definitions.has(reference)) return definitions.get(reference);
    const target = lookUp(root, reference);
    const found = isJsonObject(target)
      ? {
          id: idOfText(stableJson(withoutAnnotations(target))),
          references: referencesIn(target),
        }
      : undefined;
    definitions.set(reference, found);
    return found;
  };
  return (reference) => {
    const known = meanings.get(reference);
    if (known !== undefined) return known;
    const reached = new Map<string, Definition>();
    collectReached(reference, definitionOf, reached);
    const lines = [...reached].map(([name, { id }]) => `${name} ${id}`).sort();
    const meaning = [reference, ...lines].join('\n');
    meanings.set(reference, meaning);
    return meaning;
  };
}

interface Definition {
  /** The number of its text. */
  readonly id: number;
  readonly references: ReadonlySet<string>;
}

/** By a list of what is still to do, for definitions may lead on through thousands of others. */
function collectReached(
  first: string,
  definitionOf: (reference: string) => Definition | undefined,
  reached: Map<string, Definition>,
): void {
  const open = [first];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const definition = reached.has(next) ? undefined : definitionOf(next);
    if (!definition) continue;
    reached.set(next, definition);
    open.push(...definition.references);
  }
}

/** The references that stand anywhere in a schema, its definitions aside. */
export function referencesIn(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (part: unknown): void => {
    if (!isJsonObject(part)) return;
    const reference = part['$ref'];
    if (typeof reference === 'string') found.add(reference);
    for (const inner of partsOf(part)) collect(inner);
  };
  collect(schema);
  return found;
}

/** Follows a reference within the document: to the root or into its `$defs`. */
export function lookUp(root: JsonSchema, reference: string): unknown {
  if (reference === '#') return root;
  const name = /^#\/\$defs\/([^/%]+)$/.exec(reference)?.[1];
  if (name === undefined || root.$defs === undefined) return undefined;
  const unescaped = name.replaceAll('~1', '/').replaceAll('~0', '~');
  return ownMember(root.$defs, unescaped);
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
