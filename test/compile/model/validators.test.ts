import { describe, expect, it } from 'vitest';
import { createValidator } from '../../../src/compile/model/validators.ts';
import type { JsonSchema } from '../../../src/core/json-schema.ts';

/** Formats the problems of a value, one per line. */
function problemsOf(schema: JsonSchema, value: unknown): readonly string[] {
  return createValidator(schema)(value).map(
    ({ path, message }) => `${path.map((step) => JSON.stringify(step)).join('.')}: ${message}`,
  );
}

const film: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    mood: { type: 'string', enum: ['HAPPY', 'SAD'] },
    cast: { type: 'array', items: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
  },
  required: ['title'],
  additionalProperties: false,
};

const node: JsonSchema = {
  anyOf: [
    {
      type: 'object',
      properties: { __typename: { type: 'string', const: 'Book' }, title: { type: 'string' } },
      required: ['__typename', 'title'],
    },
    {
      type: 'object',
      properties: { __typename: { type: 'string', enum: ['Film', 'Series'] }, label: {} },
      required: ['__typename', 'label'],
    },
    {
      type: 'object',
      properties: { __typename: { type: 'string', not: { enum: ['Book', 'Film', 'Series'] } } },
      required: ['__typename'],
    },
    { type: 'null' },
  ],
};

describe('createValidator', () => {
  it.each([
    [{ __typename: 'Book' }, '"title": Required but missing.'],
    [{ __typename: 'Series', title: 'x' }, '"label": Required but missing.'],
    [{ __typename: 'Book', title: 1 }, '"title": Expected string, received 1.'],
  ])('names the field of the type that an object has: %j', (value, expected) => {
    expect(problemsOf(node, value)).toEqual([expected]);
  });

  it('reports nothing for a valid value', () => {
    expect(createValidator(film)({ title: 'Heat', mood: 'SAD', cast: [{}, null] })).toEqual([]);
  });

  it.each<[string, JsonSchema, unknown, string]>([
    ['another type', film, { title: 1 }, '"title": Expected string, received 1.'],
    [
      'no type of several',
      { type: ['string', 'null'] },
      1,
      ': Expected string or null, received 1.',
    ],
    ['a missing field', film, {}, '"title": Required but missing.'],
    [
      'an unknown field',
      film,
      { title: 'Heat', mod: 1 },
      '"mod": Unknown name. Did you mean "mood"?',
    ],
    [
      'an unknown member',
      film,
      { title: 'Heat', mood: 'HAPY' },
      '"mood": Expected one of HAPPY, SAD, received "HAPY". Did you mean "HAPPY"?',
    ],
    [
      'an item where null was possible, too',
      film,
      { title: 'Heat', cast: [{}, 'Pacino'] },
      '"cast".1: Expected object, received "Pacino".',
    ],
    ['another constant', { const: 'Film' }, 'Series', ': Expected "Film", received "Series".'],
    ['a pattern', { pattern: '^a' }, 'b', ': Expected text that matches ^a, received "b".'],
    ['a format', { format: 'uuid' }, 'b', ': Expected text in the format uuid, received "b".'],
    ['a bound', { minimum: 1 }, 0, ': Expected a number >= 1, received 0.'],
    ['an open bound', { exclusiveMaximum: 1 }, 1, ': Expected a number < 1, received 1.'],
    ['a length', { maxLength: 2 }, 'abc', ': Expected at most 2 characters, received "abc".'],
    ['a count', { minItems: 1 }, [], ': Expected at least 1 items, received [].'],
    ['a step', { multipleOf: 5 }, 7, ': Expected a multiple of 5, received 7.'],
  ])('reports %s', (_, schema, value, expected) => {
    expect(problemsOf(schema, value)).toEqual([expected]);
  });

  it('reports why the alternatives of an anyOf do not match', () => {
    const schema: JsonSchema = {
      anyOf: [{ type: 'object', required: ['a'] }, { type: 'null' }],
    };
    expect(problemsOf(schema, {})).toEqual(['"a": Required but missing.']);
  });

  it('follows recursive definitions', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/Node' } },
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
    };
    expect(problemsOf(schema, { node: { next: { next: 1 } } })).toEqual([
      '"node"."next"."next": Expected object, received 1.',
    ]);
  });

  it('reports paths with slashes, tildes and names of digits', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { 'a/b~c': { type: 'object', properties: { 0: { type: 'string' } } } },
    };
    expect(problemsOf(schema, { 'a/b~c': { 0: 1 } })).toEqual([
      '"a/b~c"."0": Expected string, received 1.',
    ]);
  });

  it('ignores inherited members', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries([['constructor', { type: 'string' as const }]]),
      required: ['toString'],
    };
    expect(problemsOf(schema, {})).toEqual(['"toString": Required but missing.']);
  });

  it('compiles a schema once, at first use', () => {
    let reads = 0;
    const schema = {
      get type() {
        reads += 1;
        return 'string' as const;
      },
    };
    const validate = createValidator(schema);
    expect(reads).toBe(0);
    validate('a');
    const compiled = reads;
    validate('b');
    expect([compiled > 0, reads]).toEqual([true, compiled]);
  });
});
