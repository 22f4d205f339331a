import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../../src/check/schema/compare-schemas.ts';
import { maxSchemaNesting, schemaFault } from '../../../src/check/schema/schema-fault.ts';
import type { JsonSchema } from '../../../src/core/json-schema.ts';

const a = (schema: object) => ({ $defs: { a: schema }, properties: { x: { $ref: '#/$defs/a' } } });
const circle = 'leads by references back to itself, or on and on, the value being the same';

function nested(levels: number, leaf: object): object {
  let schema = leaf;
  for (let level = 0; level < levels; level++) schema = { items: schema };
  return schema;
}

/** Definitions of which each refers to the next. */
function chain(length: number, step: (next: object) => object): object {
  const definitions = Array.from({ length }, (_, index) => [
    `d${index}`,
    step({ $ref: `#/$defs/d${Math.min(index + 1, length)}` }),
  ]);
  const $defs = { ...Object.fromEntries(definitions), [`d${length}`]: { type: 'null' } };
  return { $ref: '#/$defs/d0', $defs };
}

describe('a schema from elsewhere is refused at its place:', () => {
  it.each([
    ['anyOf that is a map', a({ anyOf: {} }), '/$defs/a/anyOf', 'is no list of schemas'],
    ['anyOf that is a number', { anyOf: 5 }, '/anyOf', 'is no list of schemas'],
    ['oneOf that is a text', { oneOf: 'x' }, '/oneOf', 'is no list of schemas'],
    ['a branch that is null', { anyOf: [{}, null] }, '/anyOf/1', 'is no schema'],
    ['a type that is a map', { type: {} }, '/type', 'names no type of JSON'],
    ['a type that is not one', { type: ['text'] }, '/type', 'names no type of JSON'],
    ['an enum that is a map', { enum: {} }, '/enum', 'is no list'],
    ['required that is a map', { required: { a: 1 } }, '/required', 'is no list of names'],
    ['required that is a number', { required: 5 }, '/required', 'is no list of names'],
    ['a limit that is a text', { items: { maxLength: '1' } }, '/items/maxLength', 'is no number'],
    ['a member that is a text', { properties: { 'a/b': 'x' } }, '/properties/a~1b', 'is no schema'],
    [
      'a lost reference',
      a({ $ref: '#/$defs/b' }),
      '/$defs/a/$ref',
      'refers to no schema in this one',
    ],
    ['a reference to itself', a({ $ref: '#/$defs/a' }), '/$defs/a', circle],
    [
      'a circle of branches',
      a({ anyOf: [{ type: 'null' }, { $ref: '#/$defs/a' }] }),
      '/$defs/a',
      circle,
    ],
    ['a circle by the root', { allOf: [{ not: { $ref: '#' } }] }, '', circle],
    ['nesting', nested(8_000, {}), '', `nests more than ${maxSchemaNesting} levels deep`],
    ['a chain', chain(50_000, (next) => next), '', circle],
  ])('%s', (_, schema, path, problem) => {
    expect(schemaFault(schema)).toEqual({ path, problem });
  });
});

describe('a schema from elsewhere is taken', () => {
  it.each([
    ['with a type that holds itself', a({ properties: { next: { $ref: '#/$defs/a' } } })],
    ['with lists of itself', a({ items: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } })],
    ['of draft 7', { definitions: { a: {} }, items: [{ $ref: '#/definitions/a' }, true] }],
    ['with references to other documents', { $ref: 'https://example.com/schema.json' }],
    ['with keywords that nobody knows', { 'x-order': { anyOf: 5 } }],
  ])('%s', (_, schema) => {
    expect(schemaFault(schema)).toBeUndefined();
  });

  it('and compared, nested as deeply as is taken', () => {
    const [before, now] = ['string', 'null'].map((type) => nested(maxSchemaNesting - 1, { type }));
    expect([before, now].map(schemaFault)).toEqual([undefined, undefined]);
    const { forwards, backwards } = compareSchemas(before as JsonSchema, now as JsonSchema);
    expect([forwards().length, backwards().length]).toEqual([1, 1]);
  });
});
