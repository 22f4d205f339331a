import type { JsonSchema } from '../../core/json-schema.ts';
import { isJsonObject, ownMember, stableJson, type JsonValue } from '../../core/json.ts';
import { createMeanings, lookUp, silent } from './meaning.ts';
import type { NodeTable } from './node-table.ts';
import { kindOf, kindsOfType, kindSet } from './kinds.ts';
import {
  anything,
  nothing,
  openShape,
  type NumberRange,
  type SchemaNode,
  type Shape,
  type Union,
} from './schema-node.ts';

const understood = new Set(
  [
    '$ref type enum const anyOf oneOf properties required items additionalProperties format pattern',
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
 * | `$ref` to `#` or `#/$defs/X`          | a link, followed when it is needed             |
 * | a `$ref` that leads nowhere           | an unknown keyword                             |
 * | `not` with nothing but `enum`/`const` | excluded values; any other `not` is unknown    |
 */
export function readSchema(root: JsonSchema, nodes: NodeTable): SchemaNode {
  return readNode({ root, nodes, meanings: createMeanings(root) }, root);
}

interface Reader {
  readonly root: JsonSchema;
  readonly nodes: NodeTable;
  readonly meanings: (schema: JsonSchema) => string;
}

function readNode(reader: Reader, schema: unknown): SchemaNode {
  if (schema === false) return nothing;
  if (!isJsonObject(schema)) return anything;
  const keywords = schema as JsonSchema;
  if (Object.keys(schema).every((keyword) => silent.has(keyword))) return anything;
  return reader.nodes.once(reader.meanings(keywords), (id) => ({
    id,
    shape: readShape(reader, keywords),
    links: readLinks(reader, keywords),
    unions: readUnions(reader, keywords),
  }));
}

function readShape(reader: Reader, schema: JsonSchema): Shape {
  const values = valuesOf(schema);
  const kinds = kindsOfType(schema.type);
  const { additionalProperties: additional, items } = schema;
  const properties = Object.entries(schema.properties ?? {});
  return {
    ...openShape,
    kinds: values === undefined ? kinds : kinds & kindSet(...values.map(kindOf)),
    ...(values !== undefined && { values }),
    excluded: excludedBy(schema.not) ?? [],
    minLength: schema.minLength ?? 0,
    maxLength: schema.maxLength ?? Infinity,
    patterns: schema.pattern === undefined ? [] : [schema.pattern],
    formats: schema.format === undefined ? [] : [schema.format],
    range: rangeOf(schema),
    minItems: schema.minItems ?? 0,
    maxItems: schema.maxItems ?? Infinity,
    ...(items !== undefined && { items: readNode(reader, items) }),
    minMembers: schema.minProperties ?? 0,
    maxMembers: schema.maxProperties ?? Infinity,
    properties: new Map(properties.map(([name, member]) => [name, readNode(reader, member)])),
    required: new Set(schema.required),
    ...(additional !== undefined && { additional: readNode(reader, additional) }),
    other: otherKeywords(reader, schema),
  };
}

function valuesOf(schema: JsonSchema): readonly JsonValue[] | undefined {
  const listed: readonly unknown[] | undefined = schema.enum;
  const one: unknown = ownMember(schema, 'const');
  const values = one === undefined ? listed : [one];
  // both keywords at once: a value has to be in both
  const both = one !== undefined && listed !== undefined;
  const kept = both ? values?.filter((value) => contains(listed, value)) : values;
  return kept as readonly JsonValue[] | undefined;
}

function contains(values: readonly unknown[], value: unknown): boolean {
  return values.some((other) => stableJson(other) === stableJson(value));
}

function excludedBy(not: JsonSchema | undefined): readonly JsonValue[] | undefined {
  if (not === undefined) return [];
  const keywords = Object.keys(not).filter((keyword) => !silent.has(keyword));
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
  return target === undefined ? [] : [() => readNode(reader, target)];
}

/** What a reference means; a reference that leads back to itself, nothing in between, means nothing. */
function targetOf(root: JsonSchema, reference: string): unknown {
  const target = lookUp(root, reference);
  return leadsTo(root, target, target, new Set()) ? undefined : target;
}

function leadsTo(root: JsonSchema, from: unknown, target: unknown, seen: Set<unknown>): boolean {
  if (!isJsonObject(from) || seen.has(from)) return false;
  seen.add(from);
  const { $ref, anyOf = [], oneOf = [] } = from as JsonSchema;
  const next = [...anyOf, ...oneOf, ...($ref === undefined ? [] : [lookUp(root, $ref)])];
  return next.some((step) => step === target || leadsTo(root, step, target, seen));
}

function readUnions(reader: Reader, { anyOf, oneOf }: JsonSchema): readonly Union[] {
  const read = (branches: readonly JsonSchema[], exactlyOne: boolean): Union => ({
    exactlyOne,
    branches: branches.map((branch) => readNode(reader, branch)),
  });
  return [...(anyOf ? [read(anyOf, false)] : []), ...(oneOf ? [read(oneOf, true)] : [])];
}

function otherKeywords(reader: Reader, schema: JsonSchema): ReadonlyMap<string, string> {
  const entries = Object.entries(schema).filter(
    ([keyword]) => !silent.has(keyword) && !isUnderstood(reader, schema, keyword),
  );
  return new Map(entries.map(([keyword, value]) => [keyword, stableJson(value)]));
}

function isUnderstood({ root }: Reader, schema: JsonSchema, keyword: string): boolean {
  if (keyword === '$ref') return targetOf(root, schema.$ref ?? '') !== undefined;
  if (keyword === 'not') return excludedBy(schema.not) !== undefined;
  return understood.has(keyword);
}
