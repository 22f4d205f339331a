import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonObject, ownMember, stableJson } from '../../core/json.ts';
import { visitComponents } from './components.ts';

/** Keywords that no instance can contradict, and `$defs`, which is only reached by `$ref`. */
export const silent: ReadonlySet<string> = new Set(
  'title description default deprecated examples x-mcp-header $defs $schema $comment'.split(' '),
);

/**
 * Makes what writes the meaning of references of one document as text: the same text, the same values
 * fit, in whatever document. It stands for the names and texts, annotations aside, of all definitions
 * that the reference reaches: each counts those that it reaches by their meaning, and those that reach
 * one another count together.
 */
export function createMeanings(
  root: JsonSchema,
  idOfText: (text: string) => number,
): (reference: string) => string {
  const meanings = new Map<string, string>();
  const nextOf = (reference: string) => referencesIn(lookUp(root, reference));
  const textOf = (reference: string): string => {
    const target = lookUp(root, reference);
    if (!isJsonObject(target)) return `${reference} nowhere`;
    return `${reference} ${idOfText(stableJson(withoutAnnotations(target)))}`;
  };
  const visit = (references: readonly string[]): void => {
    const further = new Set(references.flatMap((reference) => [...nextOf(reference)]));
    const beyond = [...further].flatMap((reference) => meanings.get(reference) ?? []);
    const group = idOfText([...references.map(textOf).sort(), '', ...beyond.sort()].join('\n'));
    for (const reference of references) meanings.set(reference, `${reference} ${group}`);
  };
  return (reference) => {
    visitComponents(reference, nextOf, (name) => meanings.has(name), visit);
    return meanings.get(reference) ?? reference;
  };
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
