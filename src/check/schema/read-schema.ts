import { type JsonSchema, resolveReference } from '../../core/json-schema.ts';
import { isJsonObject, ownMember, stableJson, type JsonValue } from '../../core/json.ts';
import { createCanonicalKeys, referencesIn, annotationKeywords } from './canonical-key.ts';
import {
  type NodeTable,
  kindOf,
  kindsOfType,
  kindSet,
  anything,
  nothing,
  openShape,
  type NumberRange,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';

/** Keywords that are compared; other keywords (except annotations) are unknown. */
export const comparedKeywords: ReadonlySet<string> = new Set(
  [
    '$ref type enum const anyOf properties required items additionalProperties format pattern',
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
    'minItems maxItems minProperties maxProperties',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Reads a schema with its `$defs`.
 *
 * | JSON Schema                           | read as                                        |
 * | ------------------------------------- | ---------------------------------------------- |
 * | `true`, `{}`                          | anything                                       |
 * | `false`                               | nothing                                        |
 * | `$ref` to `#` or `#/$defs/X`          | a link, followed on demand                     |
 * | a `$ref` without a target             | an unknown keyword                             |
 * | `not` with nothing but `enum`/`const` | excluded values; any other `not` is unknown    |
 */
export function readSchema(root: JsonSchema, nodes: NodeTable): SchemaNode {
  return createSchemaReader(nodes)(root);
}

/** Creates a reader of schemas into one table; shared definitions are read once. */
export function createSchemaReader(nodes: NodeTable): (root: JsonSchema) => SchemaNode {
  const shared = new WeakMap<object, Reader | 'private'>();
  return (root) => {
    const { $defs = {}, ...schema } = root;
    const known = shared.get($defs) ?? createShared($defs, nodes);
    shared.set($defs, known);
    const isPrivate = known === 'private' || referencesIn(schema).has('#');
    return readNode(isPrivate ? createReader(root, nodes) : known, root);
  };
}

/** Definitions that refer to the root of their document cannot be shared. */
function createShared(
  $defs: NonNullable<JsonSchema['$defs']>,
  nodes: NodeTable,
): Reader | 'private' {
  const isPrivate = Object.values($defs).some((part) => referencesIn(part).has('#'));
  return isPrivate ? 'private' : createReader({ $defs }, nodes);
}

function createReader(root: JsonSchema, nodes: NodeTable): Reader {
  const { idOfText } = nodes;
  return { root, nodes, keyOfReference: createCanonicalKeys(root, idOfText), targets: new Map() };
}

interface Reader {
  readonly root: JsonSchema;
  readonly nodes: NodeTable;
  readonly keyOfReference: (reference: string) => string;
  /** The targets of the references that were followed. */
  readonly targets: Map<string, SchemaNode>;
}

function readNode(reader: Reader, schema: unknown): SchemaNode {
  if (schema === false) return nothing;
  if (!isJsonObject(schema)) return anything;
  const keywords = schema as JsonSchema;
  const keywordNames = Object.keys(schema).filter((keyword) => !annotationKeywords.has(keyword));
  if (keywordNames.length === 0) return anything;
  const parts = readParts(reader, keywords);
  const key = keywordNames.sort().map((keyword) => keywordKey(reader, keywords, parts, keyword));
  return reader.nodes.nodeOf(key.join('\n'), (id) => ({
    id,
    shape: keywordNames.every((keyword) => isComposition(reader, keywords, keyword))
      ? openShape
      : readShape(reader, keywords, parts),
    links: readLinks(reader, keywords),
    unions: parts.anyOf ? [parts.anyOf] : [],
  }));
}

/** The schemas directly within a schema. */
interface Parts {
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly items?: SchemaNode;
  readonly additional?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

function readParts(reader: Reader, schema: JsonSchema): Parts {
  const { properties = {}, items, additionalProperties: additional, anyOf } = schema;
  const read = (part: unknown) => readNode(reader, part);
  return {
    properties: new Map(Object.entries(properties).map(([name, member]) => [name, read(member)])),
    ...(items !== undefined && { items: read(items) }),
    ...(additional !== undefined && { additional: read(additional) }),
    ...(anyOf && { anyOf: anyOf.map(read) }),
  };
}

/** Returns the key of a keyword; schemas within it are represented by their ids. */
function keywordKey(
  reader: Reader,
  schema: JsonSchema,
  { properties, items, additional, anyOf = [] }: Parts,
  keyword: string,
): string {
  const ids = (nodes: readonly (SchemaNode | undefined)[]) => nodes.map((node) => node?.id).join();
  switch (keyword) {
    case 'properties': {
      const names = [...properties.keys()].sort();
      return `properties ${JSON.stringify(names)} ${ids(names.map((name) => properties.get(name)))}`;
    }
    case 'items':
      return `items ${ids([items])}`;
    case 'additionalProperties':
      return `additionalProperties ${ids([additional])}`;
    case 'anyOf':
      return `anyOf ${ids(anyOf)}`;
    case '$ref':
      return `$ref ${reader.keyOfReference(schema.$ref ?? '')}`;
    default:
      return `${keyword} ${opaqueText(reader, ownMember(schema, keyword))}`;
  }
}

function readShape(reader: Reader, schema: JsonSchema, parts: Parts): Shape {
  const values = valuesOf(schema);
  const kinds = kindsOfType(schema.type);
  const { properties, items, additional } = parts;
  return {
    ...openShape,
    kinds: values === undefined ? kinds : kinds & kindSet(...new Set(values.map(kindOf))),
    ...(values !== undefined && { values }),
    excluded: excludedBy(schema.not) ?? [],
    minLength: schema.minLength ?? 0,
    maxLength: schema.maxLength ?? Infinity,
    patterns: schema.pattern === undefined ? [] : [schema.pattern],
    formats: schema.format === undefined ? [] : [schema.format],
    range: rangeOf(schema),
    minItems: schema.minItems ?? 0,
    maxItems: schema.maxItems ?? Infinity,
    ...(items && { items }),
    minMembers: schema.minProperties ?? 0,
    maxMembers: schema.maxProperties ?? Infinity,
    properties,
    required: new Set(schema.required),
    ...(additional && { additional }),
    other: otherKeywords(reader, schema),
  };
}

function valuesOf(schema: JsonSchema): readonly JsonValue[] | undefined {
  const listed: readonly unknown[] | undefined = schema.enum;
  const one: unknown = ownMember(schema, 'const');
  const values = one === undefined ? listed : [one];
  // with both keywords, a value must be in both
  const both = one !== undefined && listed !== undefined;
  const kept = both ? values?.filter((value) => contains(listed, value)) : values;
  return kept as readonly JsonValue[] | undefined;
}

function contains(values: readonly unknown[], value: unknown): boolean {
  return values.some((other) => stableJson(other) === stableJson(value));
}

function excludedBy(not: JsonSchema | undefined): readonly JsonValue[] | undefined {
  if (not === undefined) return [];
  const keywords = Object.keys(not).filter((keyword) => !annotationKeywords.has(keyword));
  const isList = keywords.length === 1 && (keywords[0] === 'enum' || keywords[0] === 'const');
  return isList ? valuesOf(not) : undefined;
}

function rangeOf(schema: JsonSchema): NumberRange {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = schema;
  const { maximum = Infinity, exclusiveMaximum = Infinity, multipleOf } = schema;
  return {
    min: Math.max(minimum, exclusiveMinimum),
    minExclusive: exclusiveMinimum >= minimum && exclusiveMinimum !== -Infinity,
    max: Math.min(maximum, exclusiveMaximum),
    maxExclusive: exclusiveMaximum <= maximum && exclusiveMaximum !== Infinity,
    multiples: multipleOf === undefined ? [] : [multipleOf],
  };
}

function readLinks(reader: Reader, { $ref }: JsonSchema): readonly (() => SchemaNode)[] {
  if ($ref === undefined) return [];
  const target = targetOf(reader.root, $ref);
  return target === undefined ? [] : [() => readTarget(reader, $ref, target)];
}

function readTarget(reader: Reader, reference: string, target: unknown): SchemaNode {
  const known = reader.targets.get(reference);
  if (known) return known;
  const node = readNode(reader, target);
  reader.targets.set(reference, node);
  return node;
}

/** Returns the target of a reference; `undefined` if it leads directly back to itself. */
function targetOf(root: JsonSchema, reference: string): unknown {
  const target = resolveReference(root, reference);
  return leadsTo(root, target, target, new Set()) ? undefined : target;
}

function leadsTo(root: JsonSchema, from: unknown, target: unknown, seen: Set<unknown>): boolean {
  if (!isJsonObject(from) || seen.has(from)) return false;
  seen.add(from);
  const { $ref, anyOf = [] } = from as JsonSchema;
  const next = [...anyOf, ...($ref === undefined ? [] : [resolveReference(root, $ref)])];
  return next.some((step) => step === target || leadsTo(root, step, target, seen));
}

function otherKeywords(reader: Reader, schema: JsonSchema): ReadonlyMap<string, string> {
  const entries = Object.entries(schema).filter(
    ([keyword]) => !annotationKeywords.has(keyword) && !isUnderstood(reader, schema, keyword),
  );
  return new Map(entries.map(([keyword, value]) => [keyword, opaqueText(reader, value)]));
}

/** The JSON of a keyword that is compared as text, and the keys of the references in it. */
function opaqueText({ keyOfReference }: Reader, value: unknown): string {
  const keys = [...referencesWithin(value)].map(keyOfReference);
  return [stableJson(value), ...keys.sort()].join('\n');
}

function* referencesWithin(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '$ref' && typeof member === 'string') yield member;
    else yield* referencesWithin(member);
  }
}

/** Returns whether a keyword combines schemas and restricts nothing itself. */
function isComposition(reader: Reader, schema: JsonSchema, keyword: string): boolean {
  return keyword === 'anyOf' || (keyword === '$ref' && isUnderstood(reader, schema, keyword));
}

function isUnderstood({ root }: Reader, schema: JsonSchema, keyword: string): boolean {
  if (keyword === '$ref') return targetOf(root, schema.$ref ?? '') !== undefined;
  if (keyword === 'not') return excludedBy(schema.not) !== undefined;
  return comparedKeywords.has(keyword);
}
