import fc from 'fast-check';
import type { JsonSchema } from '../../../src/core/json-schema.ts';

/** Few names and values, so that random schemas have much in common. */
const names = ['a', 'b', 'c', 'd'];
const words = ['A', 'B', 'C'];

/** How the pieces of a random schema refer to one another. */
const references = ['X', 'Y'];

function schemaOf(depth: number): fc.Arbitrary<JsonSchema> {
  const leaves: fc.Arbitrary<JsonSchema>[] = [scalar, listed, reference, fc.constant({})];
  if (depth === 0) return fc.oneof(...leaves);
  const inner = schemaOf(depth - 1);
  return fc.oneof(
    ...leaves,
    { arbitrary: objectOf(inner), weight: 4 },
    listOf(inner),
    unionOf(inner),
    fc.tuple(scalar, unionOf(inner)).map(([base, union]) => ({ ...base, ...union })),
    fc.tuple(objectOf(inner), unionOf(requiredSet)).map(([base, union]) => ({ ...base, ...union })),
  );
}

const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom<JsonSchema>(
    { type: 'string' },
    { type: 'boolean' },
    { type: 'null' },
    { type: ['string', 'null'] },
    { type: ['string', 'integer'] },
    { type: ['number', 'null'] },
    { type: ['boolean', 'null'] },
    { type: 'string', format: 'date' },
    { type: 'string', format: 'uuid' },
    { type: 'string', pattern: '^[0-9]+$' },
    { type: 'string', pattern: '^a' },
  ),
  optional({
    type: fc.constant('string' as const),
    minLength: fc.nat(3),
    maxLength: fc.nat(4),
  }),
  optional({
    type: fc.constantFrom('integer' as const, 'number' as const),
    minimum: fc.constantFrom(-1, 0, 0.5, 2),
    maximum: fc.constantFrom(0, 1, 2, 3.5),
    exclusiveMinimum: fc.constantFrom(-1, 0),
    exclusiveMaximum: fc.constantFrom(2, 5),
    multipleOf: fc.constantFrom(1, 2, 4, 0.5),
  }),
);

const listed: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.subarray(words, { minLength: 1 }).map((values) => ({ type: 'string' as const, enum: values })),
  fc.constantFrom(...words).map((value) => ({ const: value })),
  fc.subarray(words, { minLength: 1 }).map((values) => ({ enum: [...values, null] })),
  fc
    .subarray(words, { minLength: 1 })
    .map((values) => ({ type: 'string' as const, not: { enum: values } })),
);

const reference: fc.Arbitrary<JsonSchema> = fc
  .constantFrom(...references)
  .map((name) => ({ $ref: `#/$defs/${name}` }));

/** What a reference may lead to: never another reference with nothing in between. */
function recursive(inner: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc.oneof(scalar, listed, { arbitrary: objectOf(inner), weight: 3 }, listOf(inner));
}

const requiredSet: fc.Arbitrary<JsonSchema> = fc
  .subarray(names, { minLength: 1, maxLength: 2 })
  .map((required) => ({ required }));

function objectOf(inner: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return optional({
    type: fc.constantFrom('object' as const, ['object', 'null'] as const),
    properties: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), inner), { selector: ([name]) => name })
      .map((entries) => Object.fromEntries(entries)),
    required: fc.subarray(names, { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), inner),
    minProperties: fc.nat(2),
    maxProperties: fc.nat(3),
  });
}

function listOf(inner: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return optional({
    type: fc.constant('array' as const),
    items: inner,
    minItems: fc.nat(2),
    maxItems: fc.nat(2),
  });
}

function unionOf(inner: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc.array(inner, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf }));
}

/** Members that are there or not; `type` mostly is. */
function optional(members: { readonly [key in keyof JsonSchema]?: fc.Arbitrary<unknown> }) {
  const rare = Object.entries(members).map(([key, value]) => [
    key,
    key === 'type' || key === 'properties'
      ? fc.option(value as fc.Arbitrary<unknown>, { nil: undefined, freq: 20 })
      : fc.option(value as fc.Arbitrary<unknown>, { nil: undefined, freq: 1 }),
  ]);
  const record = fc.record(Object.fromEntries(rare) as Record<string, fc.Arbitrary<unknown>>);
  return record.map(
    (found) =>
      Object.fromEntries(
        Object.entries(found).filter(([, value]) => value !== undefined),
      ) as JsonSchema,
  );
}

/**
 * Random schemas of the gateway's subset: nested objects, lists, unions, enums, bounds, formats and
 * recursive `$defs`. Unsatisfiable ones among them are welcome.
 */
export const anySchema: fc.Arbitrary<JsonSchema> = fc
  .record({ root: schemaOf(3), x: recursive(schemaOf(1)), y: recursive(schemaOf(1)) })
  .map(({ root, x, y }) => ({ ...root, $defs: { X: x, Y: y } }));

/** A schema, and one made of it by a small change somewhere. */
export const schemaAndEdit: fc.Arbitrary<readonly [JsonSchema, JsonSchema]> = fc
  .tuple(anySchema, fc.nat(), schemaOf(1), fc.nat())
  .map(([schema, where, replacement, how]) => [
    schema,
    editAt(schema, { left: where % Math.max(1, countNodes(schema)) }, replacement, how),
  ]);

function countNodes(schema: unknown): number {
  return 1 + childrenOf(schema).reduce((sum, [, child]) => sum + countNodes(child), 0);
}

type Child = readonly [readonly string[], unknown];

/** The schemas directly below a schema, by where they stand. */
function childrenOf(schema: unknown): readonly Child[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]): readonly Child[] => {
    if (['properties', '$defs'].includes(keyword))
      return Object.entries(value as object).map(
        ([name, child]) => [[keyword, name], child] as const,
      );
    if (['anyOf', 'oneOf'].includes(keyword))
      return (value as unknown[]).map((child, index) => [[keyword, String(index)], child] as const);
    const isSchema = ['items', 'additionalProperties'].includes(keyword);
    return isSchema ? [[[keyword], value] as const] : [];
  });
}

/** Changes the node that the counter falls on: another schema, a keyword less, or a null more. */
function editAt(
  schema: unknown,
  counter: { left: number },
  replacement: JsonSchema,
  how: number,
): JsonSchema {
  if (counter.left === 0) {
    counter.left = -1;
    return edit(schema, replacement, how);
  }
  if (counter.left < 0 || typeof schema !== 'object' || schema === null) {
    counter.left--;
    return schema as JsonSchema;
  }
  counter.left--;
  const copy = structuredClone(schema) as Record<string, unknown>;
  for (const [[keyword = '', name], child] of childrenOf(schema)) {
    const edited = editAt(child, counter, replacement, how);
    if (name === undefined) copy[keyword] = edited;
    else {
      const holder = copy[keyword] as object;
      Object.defineProperty(holder, name, {
        value: edited,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }
  return copy as JsonSchema;
}

function edit(schema: unknown, replacement: JsonSchema, how: number): JsonSchema {
  const isRoot = typeof schema === 'object' && schema !== null && '$defs' in schema;
  const keywords = Object.keys(schema as object).filter((keyword) => keyword !== '$defs');
  const dropped = keywords[how % Math.max(1, keywords.length)];
  if (how % 3 === 0 && dropped !== undefined) {
    return Object.fromEntries(
      Object.entries(schema as object).filter(([keyword]) => keyword !== dropped),
    ) as JsonSchema;
  }
  if (how % 3 === 1 && !isRoot) return { anyOf: [schema as JsonSchema, { type: 'null' }] };
  return isRoot ? { ...replacement, $defs: (schema as JsonSchema).$defs ?? {} } : replacement;
}
