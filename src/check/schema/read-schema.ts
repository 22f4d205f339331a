import { type JsonSchema, resolveReference } from '../../core/json-schema.ts';
import { isJsonObject, stableJson, type JsonValue } from '../../core/json.ts';
import { getOrCreate, lazy, memoizeWeakly } from '../../core/memo.ts';
import {
  anything,
  boundKeywords,
  kindsOfType,
  nothing,
  openShape,
  type Bounds,
  type Kind,
  type SchemaNode,
  type Shape,
} from './schema-node.ts';

/** Annotations, which restrict no value, and `$defs`, which is reached by `$ref` only. */
const annotations = new Set(
  'title description default deprecated examples x-mcp-header $defs $schema $comment'.split(' '),
);

/** Keywords that are compared; all others, except annotations, are unknown. */
const comparedKeywords: ReadonlySet<string> = new Set([
  ...'type enum const properties required items additionalProperties format pattern'.split(' '),
  ...boundKeywords,
]);

/** Keywords that refer to other schemas. */
const compositions = new Set(
  '$ref anyOf oneOf allOf not properties items additionalProperties'.split(' '),
);

/** Returns the keywords of a schema that restrict values. */
export function restrictions(schema: JsonSchema): readonly string[] {
  return Object.keys(schema).filter((keyword) => !annotations.has(keyword));
}

/**
 * Reads a schema with its `$defs`.
 *
 * | JSON Schema                              | read as                                    |
 * | ---------------------------------------- | ------------------------------------------ |
 * | `true`, `{}`                             | anything                                   |
 * | `false`                                  | nothing                                    |
 * | a `$ref` to `#/$defs/X`                  | its target                                 |
 * | any other `$ref`, or one with keywords   | an unknown keyword                         |
 * | `not` with nothing but `enum` or `const` | excluded values; any other `not` is unknown |
 */
export function readSchema(root: JsonSchema): SchemaNode {
  return createSchemaReader()(root);
}

/** Creates a reader; what schemas share is read once, and equal scalars are the same node. */
export function createSchemaReader(): (root: JsonSchema) => SchemaNode {
  const scalars = new Map<string, SchemaNode>();
  const readerOf = memoizeWeakly(($defs: Definitions) => createReader($defs, scalars));
  return (root) => readerOf(root.$defs ?? noDefinitions)(root);
}

type Definitions = NonNullable<JsonSchema['$defs']>;

const noDefinitions: Definitions = {};

function createReader(
  $defs: Definitions,
  scalars: Map<string, SchemaNode>,
): (schema: unknown) => SchemaNode {
  const readObject = memoizeWeakly((schema: JsonSchema): SchemaNode => {
    const keywords = restrictions(schema);
    if (keywords.length === 0 && !schema.examples) return anything;
    const { $ref } = schema;
    const target = $ref !== undefined && keywords.length === 1 && resolve($ref);
    if (target) return read(target);
    const create = () => createNode(() => contentOf(schema, keywords));
    if (keywords.some((keyword) => compositions.has(keyword))) return create();
    const { examples = [] } = schema;
    const parts = Object.entries(schema).filter(([keyword]) => keywords.includes(keyword));
    return getOrCreate(scalars, stableJson([Object.fromEntries(parts), examples]), create);
  });
  return read;

  function read(schema: unknown): SchemaNode {
    if (schema === false) return nothing;
    return isJsonObject(schema) ? readObject(schema as JsonSchema) : anything;
  }

  /** Returns the target of a reference; undefined if it leads directly back to itself. */
  function resolve(reference: string): JsonSchema | undefined {
    const target = reference === '#' ? undefined : resolveReference({ $defs }, reference);
    return target && leadsTo(target, target, new Set()) ? undefined : target;
  }

  function leadsTo(from: JsonSchema, target: JsonSchema, seen: Set<JsonSchema>): boolean {
    if (seen.has(from)) return false;
    seen.add(from);
    const { $ref, anyOf = [] } = from;
    const referred = $ref === undefined ? undefined : resolveReference({ $defs }, $ref);
    const next = referred ? [...anyOf, referred] : anyOf;
    return next.some((step) => step === target || leadsTo(step, target, seen));
  }

  function contentOf(schema: JsonSchema, keywords: readonly string[]): SchemaNode {
    const { anyOf } = schema;
    const isUnion = anyOf !== undefined && keywords.length === 1;
    return {
      shape: isUnion ? openShape : readShape(schema, keywords, read),
      ...(anyOf && { union: anyOf.map(read) }),
    };
  }
}

/** Creates a node that is read when it is used: schemas refer to themselves. */
function createNode(readContent: () => SchemaNode): SchemaNode {
  const content = lazy(readContent);
  return {
    get shape() {
      return content().shape;
    },
    get union() {
      return content().union;
    },
  } as SchemaNode;
}

function readShape(
  schema: JsonSchema,
  keywords: readonly string[],
  read: (schema: unknown) => SchemaNode,
): Shape {
  const values = valuesOf(schema);
  const kinds = kindsOfType(schema.type);
  const { properties = {}, items, additionalProperties: additional, pattern, format } = schema;
  return {
    kinds,
    ...(values && { values }),
    excluded: excludedBy(schema.not) ?? [],
    examples: (schema.examples ?? []) as readonly JsonValue[],
    bounds: boundsOf(schema, kinds),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
    ...(items !== undefined && { items: read(items) }),
    properties: new Map(Object.entries(properties).map(([name, part]) => [name, read(part)])),
    required: new Set(schema.required),
    ...(additional !== undefined && { additional: read(additional) }),
    unknown: unknownKeywords(schema, keywords),
  };
}

/** Of both keywords, a value must match both. */
function valuesOf({ enum: listed, const: only }: JsonSchema): readonly JsonValue[] | undefined {
  if (only === undefined) return listed;
  return listed?.includes(only) === false ? [] : [only];
}

function excludedBy(not: JsonSchema | undefined): readonly JsonValue[] | undefined {
  const [keyword, ...others] = restrictions(not ?? {});
  const isList = others.length === 0 && (keyword === 'enum' || keyword === 'const');
  return isList && not && isScalar(not[keyword]) ? valuesOf(not) : undefined;
}

/** Of integers, exclusive bounds and fractions are written as the next integer. */
function boundsOf(schema: JsonSchema, kinds: readonly Kind[]): Bounds {
  const entries = boundKeywords.flatMap((keyword) => {
    const bound = schema[keyword];
    return bound === undefined ? [] : [[keyword, bound] as const];
  });
  const bounds: Bounds = Object.fromEntries(entries);
  if (kinds.includes('fraction')) return bounds;
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, ...others } = bounds;
  const above = exclusiveMinimum === undefined ? -Infinity : Math.floor(exclusiveMinimum) + 1;
  const below = exclusiveMaximum === undefined ? Infinity : Math.ceil(exclusiveMaximum) - 1;
  const least = Math.max(Math.ceil(minimum ?? -Infinity), above);
  const most = Math.min(Math.floor(maximum ?? Infinity), below);
  return {
    ...others,
    ...(least > -Infinity && { minimum: least }),
    ...(most < Infinity && { maximum: most }),
  };
}

/** A keyword with a reference is never the same, because its target may have changed. */
function unknownKeywords(
  schema: JsonSchema,
  keywords: readonly string[],
): ReadonlyMap<string, string> {
  const unknown = keywords.filter((keyword) => !isCompared(schema, keyword));
  const entries = Object.entries(schema).filter(([keyword]) => unknown.includes(keyword));
  return new Map(entries.map(([keyword, value]) => [keyword, stableJson(value)]));
}

/** Returns whether the comparison takes a keyword of a schema into account. */
export function isCompared(schema: JsonSchema, keyword: string): boolean {
  if (keyword === 'not') return excludedBy(schema.not) !== undefined;
  if (keyword === 'enum' || keyword === 'const') return isScalar(schema[keyword]);
  return keyword === 'anyOf' || comparedKeywords.has(keyword);
}

function isScalar(listed: unknown): boolean {
  return [listed].flat().every((value) => typeof value !== 'object' || value === null);
}
