import { describe, expect, it } from 'vitest';
import { createSchemaCheck } from '../../../src/compile/lint/check-schema.ts';

const check = createSchemaCheck();

/** The faults of an object schema with one property of the given schema. */
function faultsOf(property: unknown): readonly string[] {
  const faults = check({ type: 'object', properties: { a: property } });
  return faults.map(({ pointer, message }) => `${pointer} ${message}`);
}

describe('createSchemaCheck', () => {
  it('accepts the schemas that the gateway writes', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], description: 'text' },
        b: { anyOf: [{ type: 'string', enum: ['X'] }, { type: 'null' }] },
        c: { $ref: '#/$defs/C', description: 'text' },
        d: { type: 'object', additionalProperties: { type: 'number' } },
        e: {},
        f: { type: 'string', pattern: '^[a-z]{2}$', format: 'uuid', minLength: 0, default: null },
      },
      required: ['a'],
      additionalProperties: false,
      $defs: { C: { type: 'array', items: { $ref: '#/$defs/C' } } },
    };
    expect(check(schema)).toEqual([]);
  });

  it.each([
    ['no schema', null, '/properties/a is not an object'],
    ['a boolean', true, '/properties/a is not an object'],
    ['a list', [], '/properties/a is not an object'],
    [
      'a type JSON does not have',
      { type: 'int' },
      '/properties/a/type has a type that JSON does not have',
    ],
    [
      'a type twice',
      { type: ['null', 'null'] },
      '/properties/a/type has a type that JSON does not have',
    ],
    ['a null member', { description: null }, '/properties/a/description is not a text, or empty'],
    ['an undefined member', { items: undefined }, '/properties/a/items is not an object'],
    ['a tuple', { items: [{}] }, '/properties/a/items is not an object'],
    ['an empty anyOf', { anyOf: [] }, '/properties/a/anyOf has no alternatives'],
    ['a boolean within', { anyOf: [{}, false] }, '/properties/a/anyOf/1 is not an object'],
    [
      'an empty enum',
      { enum: [] },
      '/properties/a/enum has an enum that is empty or contains objects',
    ],
    ['a reference to nothing', { $ref: '#/$defs/B' }, '/properties/a/$ref refers to nothing'],
    [
      'a reference elsewhere',
      { $ref: 'https://example.com' },
      '/properties/a/$ref refers to nothing',
    ],
    ['definitions within', { $defs: { B: {} } }, '/properties/a has $defs below the root'],
    [
      'nullable',
      { nullable: true },
      '/properties/a/nullable is a keyword that not every client supports',
    ],
    [
      'a keyword of one dialect',
      { prefixItems: [] },
      '/properties/a/prefixItems is a keyword that not every client supports',
    ],
    [
      'a pattern that is none',
      { pattern: '(' },
      '/properties/a/pattern has a pattern that is not a regular expression',
    ],
    [
      'an escape that flag u refuses',
      { pattern: '\\-' },
      '/properties/a/pattern has a pattern that is not a regular expression',
    ],
    [
      'look-ahead, which takes more than linear time',
      { pattern: '(?=a)a' },
      '/properties/a/pattern has a pattern that cannot be matched in linear time; write it without look-around and counts above 1,000',
    ],
    [
      'a named group, which Python writes otherwise',
      { pattern: '(?<n>a)' },
      '/properties/a/pattern has a pattern that not every client can compile',
    ],
    [
      'a Unicode property, which Python lacks',
      { pattern: '\\p{L}' },
      '/properties/a/pattern has a pattern that not every client can compile',
    ],
    [
      'a bound that is no number',
      { minimum: '1' },
      '/properties/a/minimum has a bound that is not a number',
    ],
    [
      'a negative count',
      { minLength: -1 },
      '/properties/a/minLength has a count that is not a whole number',
    ],
    [
      'a multiple of nothing',
      { multipleOf: 0 },
      '/properties/a/multipleOf has a multipleOf that is not greater than 0',
    ],
    [
      'what it does not describe',
      { properties: { x: {} }, required: ['y'] },
      '/properties/a requires properties that it does not describe: y',
    ],
    [
      'a key twice',
      { properties: { x: {} }, required: ['x', 'x'] },
      '/properties/a/required does not list each required key once',
    ],
  ])('reports %s', (_, property, fault) => {
    expect(faultsOf(property)).toEqual([fault]);
  });

  it.each([
    ['nothing', undefined, 'is not an object'],
    ['a list of types', { type: ['object', 'null'], properties: {} }, 'is not of type object'],
    ['no properties', { type: 'object' }, 'has no properties'],
    [
      'a composition',
      { type: 'object', properties: {}, anyOf: [{}] },
      'has anyOf, which clients do not accept at the root',
    ],
    [
      'a reference',
      { type: 'object', properties: {}, $ref: '#/$defs/A', $defs: { A: {} } },
      'has $ref, which clients do not accept at the root',
    ],
  ])('reports %s at the root', (_, schema, message) => {
    expect(check(schema)).toEqual([{ pointer: '', message }]);
  });

  it('reports a schema that contains itself', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['properties'] = { a: schema };
    expect(check(schema)[0]?.message).toBe('is nested too deeply');
  });
});
