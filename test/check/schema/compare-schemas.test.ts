import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { accepts } from '../../../src/check/schema/accepts.ts';
import { createSchemaComparer } from '../../../src/check/schema/compare-schemas.ts';
import { formatInstancePath } from '../../../src/check/schema/problem.ts';

const text: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };

function object(
  properties: Readonly<Record<string, JsonSchema>>,
  more: Partial<JsonSchema> = {},
): JsonSchema {
  return { type: 'object', properties, ...more };
}

const closed = { additionalProperties: false };

/** What values of the first schema run into at the second, as `path constraint detail`. */
function problems(one: JsonSchema, other: JsonSchema): readonly string[] {
  return createSchemaComparer()(one, other)
    .forwards()
    .map(({ path, constraint, detail }) =>
      [formatInstancePath(path), constraint, detail].filter(Boolean).join(' '),
    );
}

const list = (next: JsonSchema): JsonSchema =>
  object({ value: text, next: { $ref: '#/$defs/L' } }, { $defs: { L: next } });
const node = (value: JsonSchema): JsonSchema =>
  object({ value, next: { anyOf: [{ $ref: '#/$defs/L' }, { type: 'null' }] } }, closed);

const cat = object({ kind: { const: 'cat' }, lives: integer }, { required: ['kind'] });
const dog = object({ kind: { const: 'dog' }, tricks: integer }, { required: ['kind'] });
const eitherKey: JsonSchema = {
  oneOf: [{ required: ['a'] }, { required: ['b'] }],
};

describe('a schema is a subset of', () => {
  it.each<readonly [string, JsonSchema, JsonSchema]>([
    ['itself under other words', { ...text, description: 'A' }, { ...text, default: 'x' }],
    ['anything', text, {}],
    ['number, if it is integer', integer, { type: 'number' }],
    ['a wider list of types', text, { type: ['string', 'null'] }],
    ['a longer enum', { enum: ['A'] }, { enum: ['A', 'B'] }],
    ['the type of its values', { enum: ['A', 'B'] }, text],
    ['an enum that has its constant', { const: 'A' }, { enum: ['A', 'B'] }],
    ['wider bounds', { ...integer, minimum: 1, maximum: 2 }, { ...integer, minimum: 0 }],
    [
      'bounds that mean the same of integers',
      { ...integer, minimum: 0.5 },
      { ...integer, minimum: 1 },
    ],
    [
      'exclusive bounds that mean the same',
      { ...integer, exclusiveMinimum: 0 },
      { ...integer, minimum: 1 },
    ],
    ['a divisor', { type: 'number', multipleOf: 6 }, { type: 'number', multipleOf: 3 }],
    ['an optional member', object({ a: text }, { required: ['a'] }), object({ a: text })],
    ['an open object', object({ a: text }, closed), object({})],
    [
      'a closed object with more members',
      object({ a: text }, closed),
      object({ a: text, b: text }, closed),
    ],
    [
      'a map',
      object({}, { additionalProperties: integer }),
      object({}, { additionalProperties: { type: 'number' } }),
    ],
    ['longer lists', { type: 'array', maxItems: 2 }, { type: 'array', maxItems: 3 }],
    [
      'wider items',
      { type: 'array', items: integer },
      { type: 'array', items: { type: 'number' } },
    ],
    ['an anyOf that has it', text, { anyOf: [integer, text] }],
    ['an anyOf of its types', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
    ['its types as one', { anyOf: [text, { type: 'null' }] }, { type: ['string', 'null'] }],
    ['an anyOf in another order', { anyOf: [cat, dog] }, { anyOf: [dog, cat] }],
    [
      'an anyOf by a telling member',
      object({ kind: { enum: ['cat', 'dog'] } }, { required: ['kind'] }),
      { anyOf: [object({ kind: { const: 'cat' } }), object({ kind: { const: 'dog' } })] },
    ],
    [
      'the same oneOf with a member more',
      object({ a: text, b: text }, { ...closed, ...eitherKey }),
      object({ a: text, b: text, c: text }, { ...closed, ...eitherKey }),
    ],
    ['the same recursion', list(node(text)), list(node({ type: ['string', 'null'] }))],
    [
      'recursion, if it is written out once',
      object(
        { value: text, next: object({ value: text, next: { $ref: '#/$defs/L' } }) },
        { $defs: { L: list(node(text)).$defs?.['L'] ?? {} } },
      ),
      object({ value: text, next: { type: 'object' } }),
    ],
    [
      'a schema with the same unknown keyword',
      { 'x-unit': 'cm' } as JsonSchema,
      { 'x-unit': 'cm' } as JsonSchema,
    ],
    [
      'a pattern that it has too',
      { ...text, pattern: '^a', minLength: 1 },
      { ...text, pattern: '^a' },
    ],
    [
      'a member called __proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"}}}') as JsonSchema,
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"number"}}}') as JsonSchema,
    ],
  ])('%s', (_, one, other) => {
    expect(problems(one, other)).toEqual([]);
  });
});

describe('the comparison does not see that a schema is a subset of', () => {
  it.each<readonly [string, JsonSchema, JsonSchema]>([
    ['integer, if it is a multiple of one', { type: 'number', multipleOf: 2 }, integer],
    ['any items, if it has none', { type: 'array', maxItems: 0 }, { type: 'array', items: text }],
    [
      'an anyOf of values and all others',
      text,
      { anyOf: [{ const: 'A' }, { type: 'string', not: { enum: ['A'] } }] },
    ],
    [
      'an anyOf by presence',
      object({ a: text }, closed),
      { anyOf: [object({ a: text }, { required: ['a'], ...closed }), object({}, closed)] },
    ],
    ['anything, if nothing fits it', object({ a: { enum: [] } }, { required: ['a'] }), integer],
  ])('%s', (_, one, other) => {
    expect(problems(one, other)).not.toEqual([]);
  });
});

describe('the comparison reports', () => {
  it.each<readonly [string, JsonSchema, JsonSchema, readonly string[]]>([
    ['a type', { type: ['string', 'null'] }, text, ['type null']],
    ['integer, if they are numbers', { type: 'number' }, integer, ['type fraction']],
    ['a shorter enum', { enum: ['A', 'B'] }, { enum: ['A'] }, ['value "B"']],
    ['an enum', text, { ...text, enum: ['A'] }, ['values "A"']],
    ['what is excluded', text, { ...text, not: { enum: ['A'] } }, ['value "A"']],
    [
      'bounds',
      { ...integer, minimum: 0 },
      { ...integer, minimum: 1, maximum: 9 },
      ['bound minimum 1', 'bound maximum 9'],
    ],
    [
      'lengths',
      text,
      { ...text, minLength: 1, maxLength: 2 },
      ['bound minLength 1', 'bound maxLength 2'],
    ],
    ['a pattern', text, { ...text, pattern: '^a' }, ['pattern ^a']],
    ['a format', text, { ...text, format: 'date' }, ['format date']],
    ['multiples', integer, { ...integer, multipleOf: 5 }, ['bound multipleOf 5']],
    [
      'a required member',
      object({ a: text }),
      object({ a: text }, { required: ['a'] }),
      ['a required a'],
    ],
    [
      'a new required member',
      object({}, closed),
      object({ a: text }, { required: ['a'], ...closed }),
      ['a missing a'],
    ],
    ['a closed object', object({ a: text }), object({ a: text }, closed), ['* closed']],
    [
      'a member less',
      object({ a: text, b: text }, closed),
      object({ a: text }, closed),
      ['b closed'],
    ],
    ['a description of what was free', object({}), object({ a: text }), ['a undeclared a']],
    [
      'a member within',
      object({ a: object({ b: { type: ['string', 'null'] } }) }),
      object({ a: object({ b: text }) }),
      ['a.b type null'],
    ],
    [
      'items',
      { type: 'array', items: { type: ['string', 'null'] } },
      { type: 'array', items: text },
      ['[] type null'],
    ],
    [
      'list lengths',
      { type: 'array' },
      { type: 'array', minItems: 1, maxItems: 2 },
      ['bound minItems 1', 'bound maxItems 2'],
    ],
    [
      'numbers of members',
      object({}),
      object({}, { minProperties: 1, maxProperties: 1 }),
      ['bound minProperties 1', 'bound maxProperties 1'],
    ],
    [
      'the closest branch of an anyOf',
      {
        anyOf: [
          object({ kind: { const: 'cat' }, lives: { type: 'number' } }, { required: ['kind'] }),
          dog,
        ],
      },
      { anyOf: [cat, dog] },
      ['lives type fraction'],
    ],
    [
      'an anyOf that lost a branch',
      { anyOf: [text, integer] },
      { anyOf: [text] },
      ['type integer'],
    ],
    [
      'an added oneOf, which is not compared',
      text,
      { oneOf: [text, integer] },
      ['keyword oneOf: [{"type":"string"},{"type":"integer"}]'],
    ],
    [
      'an unchanged oneOf whose definition changed',
      { oneOf: [{ $ref: '#/$defs/A' }], $defs: { A: text } },
      { oneOf: [{ $ref: '#/$defs/A' }], $defs: { A: integer } },
      ['keyword oneOf: [{"$ref":"#/$defs/A"}]'],
    ],
    [
      'recursion, told where it is met first',
      list(node({ type: ['string', 'null'] })),
      list(node(text)),
      ['next.value type null'],
    ],
    [
      'an unknown keyword',
      text,
      { ...text, 'x-unit': 'cm' } as JsonSchema,
      ['keyword x-unit: "cm"'],
    ],
    [
      'a reference that leads nowhere',
      text,
      { $ref: '#/$defs/Gone' },
      ['keyword $ref: "#/$defs/Gone"'],
    ],
    [
      'a reference that leads to itself',
      text,
      { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } },
      ['keyword $ref: "#/$defs/A"'],
    ],
  ])('%s', (_, one, other, expected) => {
    expect(problems(one, other)).toEqual(expected);
  });

  it('a candidate of each problem that matches the one schema and not the other', () => {
    const one = object({ a: { type: ['string', 'null'] }, b: { type: 'array', items: integer } });
    const other = object(
      { a: { ...text, maxLength: 3 }, b: { type: 'array', items: { ...integer, minimum: 7 } } },
      { required: ['a'] },
    );
    const pair = createSchemaComparer()(one, other);
    const shown = pair
      .forwards()
      .map(({ path, candidates }) => [
        formatInstancePath(path),
        candidates().find((value) => accepts(pair.one, value) && !accepts(pair.other, value)),
      ]);
    expect(shown).toEqual([
      ['a', {}],
      ['a', { a: null }],
      ['a', { a: 'text' }],
      ['b[]', { b: [1] }],
    ]);
  });
});

it('compares mutually recursive types completely', () => {
  const names = Array.from({ length: 40 }, (_, index) => `F${index}`);
  const links = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const filters = (first: JsonSchema): JsonSchema => ({
    $ref: '#/$defs/F0',
    $defs: Object.fromEntries(names.map((name) => [name, object({ ...links, text: first })])),
  });
  expect(problems(filters(text), filters({ type: ['string', 'null'] }))).toEqual([]);
  expect(problems(filters({ type: ['string', 'null'] }), filters(text))[0]).toBe('text type null');
});

it('reports a union whose branches only together have all values', () => {
  const words = Array.from({ length: 9 }, (_, index) => `m${index}`);
  const tangle: JsonSchema = object(
    Object.fromEntries(
      words.map((name) => [name, { anyOf: words.map((word) => ({ const: `${name}${word}` })) }]),
    ),
  );
  const both = { anyOf: words.map((name) => ({ ...tangle, required: [name] })) };
  expect(problems(tangle, both).length).toBeGreaterThan(0);
});

it('merges the problems of thousands of listed values or members', () => {
  const names = Array.from({ length: 130_000 }, (_, index) => `V${index}`);
  expect(problems({ type: 'string', enum: names }, integer)).toEqual(['type string']);
  const alike = names.slice(0, 5_000).map((name) => [name, { $ref: '#/$defs/A' }] as const);
  const of = (A: JsonSchema) => ({ ...object(Object.fromEntries(alike)), $defs: { A } });
  const [found, ...others] = createSchemaComparer()(of(text), of(integer)).forwards();
  expect(others).toEqual([]);
  expect(found?.places).toBe(999);
  expect(found?.candidates()[0]).toEqual({ V0: 'text' });
});

it('follows the branch of a union that lists the same value, among many', () => {
  const type = (index: number, name: JsonSchema) =>
    object({ kind: { const: `T${index}` }, name }, { required: ['kind', 'name'] });
  const union = (name: JsonSchema): JsonSchema => ({
    anyOf: Array.from({ length: 150 }, (_, index) => type(index, name)),
  });
  expect(problems(union({ type: ['string', 'null'] }), union(text))).toEqual(['name type null']);
  expect(problems(union(text), union({ type: ['string', 'null'] }))).toEqual([]);
  const { anyOf = [] } = union(text);
  expect(problems({ anyOf }, { anyOf: anyOf.slice(1) })).toEqual(['kind value "T0"']);
});
