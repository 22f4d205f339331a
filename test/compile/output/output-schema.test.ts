import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { outputSchemaOf } from '../../support/output-schemas.ts';
import { problemsOf, sdkValidatorsOf } from '../../support/client-validators.ts';
import { dataSchemaOf, fieldSchemaOf, lenientDataSchemaOf } from './data-schema.ts';

const text = { type: 'string' };
const id = { type: ['string', 'integer'] };

describe('an envelope', () => {
  it('contains nullable data, errors, and extensions', () => {
    const schema = buildSchema('type Query { a: Int! }');
    expect(outputSchemaOf(schema, parse('{ a }'), 'merged')).toEqual({
      type: 'object',
      properties: {
        data: { type: ['object', 'null'], properties: { a: { type: 'number' } }, required: ['a'] },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              message: text,
              path: { type: 'array', items: id },
              classification: text,
              extensions: { type: 'object' },
            },
            required: ['message'],
          },
        },
        extensions: { type: 'object' },
      },
      required: ['data'],
    });
  });
});

describe('leaves', () => {
  it('allow everything a server may send for their type', () => {
    expect(
      dataSchemaOf('{ count ratio isOpen json person { id name extra } movie { mood } }'),
    ).toEqual({
      type: ['object', 'null'],
      properties: {
        count: { type: 'number' },
        ratio: { type: ['number', 'null'] },
        isOpen: { type: ['boolean', 'null'] },
        json: {},
        person: {
          type: 'object',
          properties: { id, name: text, extra: {} },
          required: ['id', 'name', 'extra'],
        },
        movie: {
          type: ['object', 'null'],
          properties: { mood: { type: ['string', 'null'], description: 'One of: CALM, WILD' } },
          required: ['mood'],
        },
      },
      required: ['count', 'ratio', 'isOpen', 'json', 'person', 'movie'],
    });
  });

  it('list the first values of a large enum', () => {
    const values = Array.from({ length: 300 }, (_, index) => `COUNTRY_${index}`);
    const schema = buildSchema(`enum Country { ${values.join(' ')} } type Query { a: Country! }`);
    const data = outputSchemaOf(schema, parse('{ a }'), 'merged').properties['data'];
    expect(data?.properties?.['a']).toEqual({
      type: 'string',
      description: `One of: ${values.slice(0, 13).join(', ')}, ...`,
    });
  });
});

describe('lists', () => {
  it('are nullable at every nullable level', () => {
    expect(fieldSchemaOf('{ grid { __typename } }', 'grid')).toEqual({
      type: ['array', 'null'],
      items: {
        type: ['array', 'null'],
        items: {
          type: 'object',
          properties: { __typename: { type: 'string', description: 'One of: Movie, Series' } },
          required: ['__typename'],
        },
      },
    });
  });
});

describe('merging', () => {
  it('merges the selections of several fragments below one key', () => {
    const schema = dataSchemaOf(`
      { person { name ...A ...B } }
      fragment A on Person { agent { id } }
      fragment B on Person { agent { name ...A } }
    `);
    expect(schema.properties?.['person']?.properties?.['agent']).toEqual({
      type: ['object', 'null'],
      properties: {
        id,
        name: text,
        agent: { type: ['object', 'null'], properties: { id }, required: ['id'] },
      },
      required: ['id', 'name', 'agent'],
    });
  });

  it('distinguishes aliases, even those named like built-in properties', () => {
    const schema = dataSchemaOf(
      '{ first: node(id: 1) { id } second: node(id: 2) { __proto__: id constructor: __typename } errors: count }',
    );
    expect(Object.keys(schema.properties ?? {})).toEqual(['first', 'second', 'errors']);
    const second = schema.properties?.['second'];
    expect(JSON.stringify(second)).toBe(
      '{"type":["object","null"],"properties":{"__proto__":{"type":["string","integer"]},"constructor":{"type":"string","description":"One of: Movie, Person, Series"}},"required":["__proto__","constructor"]}',
    );
  });
});

describe('conditions', () => {
  const presence = (selection: string): readonly string[] | undefined =>
    fieldSchemaOf(
      `query ($x: Boolean!, $y: Boolean!) { person { id @include(if: $x) name @skip(if: $y) ${selection} } }`,
      'person',
    ).required;

  it('make a key optional, but not nullable', () => {
    const schema = fieldSchemaOf(
      'query ($x: Boolean!) { person { name @skip(if: $x) } }',
      'person',
    );
    expect(schema).toEqual({ type: 'object', properties: { name: text } });
  });

  it.each([
    ['a field, a spread or an inline fragment without one', 'agent { id }', ['agent']],
    ['a literal that lets pass', 'agent @include(if: true) @skip(if: false) { id }', ['agent']],
    ['an unconditional selection elsewhere', 'id ... @include(if: $x) { name }', ['id']],
    ['a spread in a fragment', '... on Person { ... { name } }', ['name']],
    [
      'opposite conditions, which are not told from others',
      'agent @include(if: $x) { id } agent @skip(if: $x) { id }',
      undefined,
    ],
    [
      'nested conditions',
      '... @include(if: $x) { ... on Node @skip(if: $y) { agent: id } }',
      undefined,
    ],
  ])('decide about %s', (_, selection, required) => {
    expect(presence(selection)).toEqual(required);
  });

  it('omit a key excluded by a literal', () => {
    const schema = fieldSchemaOf(
      '{ person { id name @include(if: false) ... @skip(if: true) { agent { id } } } }',
      'person',
    );
    expect(schema).toEqual({ type: 'object', properties: { id }, required: ['id'] });
  });

  it('apply to all fields of a conditional fragment', () => {
    const schema = fieldSchemaOf(
      `query ($x: Boolean!) { person { ...A @include(if: $x) } }
       fragment A on Person { ... on Node { id } ...B agent { ...B } }
       fragment B on Person { name }`,
      'person',
    );
    expect(schema).toEqual({
      type: 'object',
      properties: {
        id,
        name: text,
        agent: { type: ['object', 'null'], properties: { name: text }, required: ['name'] },
      },
    });
  });

  it('are ignored in a fragment that is also spread unconditionally', () => {
    const schema = fieldSchemaOf(
      `query ($x: Boolean!) { person { ...A @include(if: $x) ...A } }
       fragment A on Person { ...B }
       fragment B on Person { name }`,
      'person',
    );
    expect(schema.required).toEqual(['name']);
  });

  it('make keys optional that only some nodes select', () => {
    const schema = fieldSchemaOf(
      `query ($x: Boolean!, $y: Boolean!) {
        person { agent @include(if: $x) { id name } agent @include(if: $y) { id } }
      }`,
      'person',
    );
    expect(schema.properties?.['agent']).toEqual({
      type: ['object', 'null'],
      properties: { id, name: text },
    });
  });
});

describe('abstract types in one merged object', () => {
  it('require keys selected on every type, including unknown ones', () => {
    expect(
      fieldSchemaOf('{ node { id ... on Movie { title } ... on Series { seasons } } }', 'node'),
    ).toEqual({
      type: ['object', 'null'],
      properties: { id, title: text, seasons: { type: 'number' } },
      required: ['id'],
    });
  });

  it('allow an object that matches no fragment', () => {
    expect(fieldSchemaOf('{ works { ... on Movie { id } } }', 'works')).toEqual({
      type: 'array',
      items: { type: ['object', 'null'], properties: { id } },
    });
  });

  it('allow all types of one key', () => {
    const schema = lenientDataSchemaOf(
      `{ works {
        ... on Movie { text: title list: cast { id } mixed: cast { id } some: minutes }
        ... on Series { text: title list: cast { name } mixed: seasons some: title }
      } }`,
    );
    expect(schema.properties?.['works']?.items).toEqual({
      type: ['object', 'null'],
      properties: {
        text: { type: ['string', 'null'] },
        list: {
          type: 'array',
          items: { type: ['object', 'null'], properties: { id, name: text } },
        },
        mixed: {
          anyOf: [
            { type: 'number' },
            { type: 'array', items: { type: 'object', properties: { id }, required: ['id'] } },
          ],
        },
        some: { type: ['number', 'string', 'null'] },
      },
    });
  });

  it('follow conditions over interfaces that implement interfaces', () => {
    const schema = fieldSchemaOf(
      '{ titled { ... on Node { id } ... on Titled { title } } }',
      'titled',
    );
    expect(schema.items).toEqual({
      type: 'object',
      properties: { id, title: { type: ['string', 'null'] } },
      required: ['id', 'title'],
    });
  });

  it('treat a type condition that not every type meets as a condition', () => {
    const schema = fieldSchemaOf(
      '{ node { ... on Titled { title } ... on Work { __typename } } }',
      'node',
    );
    expect(schema).toEqual({
      type: ['object', 'null'],
      properties: {
        title: { type: ['string', 'null'] },
        __typename: { type: 'string', description: 'One of: Movie, Series' },
      },
    });
  });
});

describe('unknown types', () => {
  const schema = buildSchema(`
    interface Node { id: ID }
    interface Titled { title: String }
    type Movie implements Node & Titled { id: ID! title: String! }
    type Query { node: Node }
  `);
  const node = (selection: string) =>
    outputSchemaOf(schema, parse(`{ node { ${selection} } }`), 'merged').properties['data']
      ?.properties?.['node'];

  it('have the fields of their interface, with the types that it declares', () => {
    expect(node('id')).toEqual({
      type: ['object', 'null'],
      properties: { id: { type: ['string', 'integer', 'null'] } },
      required: ['id'],
    });
  });

  it('may implement any other interface, and need not', () => {
    expect(node('... on Titled { title }')).toEqual({
      type: ['object', 'null'],
      properties: { title: { type: ['string', 'null'] } },
    });
  });

  it('have no fields of known types', () => {
    expect(node('... on Movie { title }')).toEqual({
      type: ['object', 'null'],
      properties: { title: text },
    });
  });
});

describe('abstract types distinguished by __typename', () => {
  it('have a branch for each shape, and one for unknown types', () => {
    expect(
      fieldSchemaOf('{ node { __typename id ... on Movie { title } } }', 'node', 'perType'),
    ).toEqual({
      anyOf: [
        {
          type: 'object',
          properties: { __typename: { type: 'string', const: 'Movie' }, id, title: text },
          required: ['__typename', 'id', 'title'],
        },
        {
          type: 'object',
          properties: { __typename: { type: 'string', not: { enum: ['Movie'] } }, id },
          required: ['__typename', 'id'],
        },
        { type: 'null' },
      ],
    });
  });

  it('have no branches if all types have the same shape', () => {
    expect(fieldSchemaOf('{ node { kind: __typename id } }', 'node', 'perType')).toEqual({
      type: ['object', 'null'],
      properties: { kind: text, id },
      required: ['kind', 'id'],
    });
  });

  it('share a branch if several types have the same shape', () => {
    const schema = fieldSchemaOf(
      '{ node { __typename ... on Titled { id } ... on Person { name } } }',
      'node',
      'perType',
    );
    expect(schema.anyOf?.map((branch) => branch.properties?.['__typename'])).toEqual([
      { type: 'string', enum: ['Movie', 'Series'] },
      { type: 'string', const: 'Person' },
      { type: 'string', not: { enum: ['Movie', 'Series', 'Person'] } },
      undefined,
    ]);
  });

  it('are merged if __typename is optional', () => {
    const selection = '{ node { ... on Movie { __typename title } ... on Person { name } } }';
    expect(fieldSchemaOf(selection, 'node', 'perType')).toEqual(fieldSchemaOf(selection, 'node'));
  });

  it('name the one type of an object', () => {
    expect(fieldSchemaOf('{ person { __typename } }', 'person', 'perType')).toEqual({
      type: 'object',
      properties: { __typename: { type: 'string', const: 'Person' } },
      required: ['__typename'],
    });
  });
});

describe('introspection fields', () => {
  it('are described like any others', () => {
    const schema = dataSchemaOf(
      '{ __typename __schema { queryType { name } } __type(name: "A") { kind } }',
    );
    expect(schema).toEqual({
      type: ['object', 'null'],
      properties: {
        __typename: text,
        __schema: {
          type: 'object',
          properties: {
            queryType: {
              type: 'object',
              properties: { name: { type: ['string', 'null'] } },
              required: ['name'],
            },
          },
          required: ['queryType'],
        },
        __type: {
          type: ['object', 'null'],
          properties: {
            kind: {
              type: 'string',
              description:
                'One of: SCALAR, OBJECT, INTERFACE, UNION, ENUM, INPUT_OBJECT, LIST, NON_NULL',
            },
          },
          required: ['kind'],
        },
      },
      required: ['__typename', '__schema', '__type'],
    });
  });
});

describe('a type added to a union later', () => {
  const sdl = (members: string) => `
    interface Named { name: String }
    type Film implements Named { name: String shown: Money }
    type Book implements Named { name: String printed: Money }
    type Money { euros: Int! cents: Int! }
    union Work = ${members}
    type Query { work: Work }`;
  // what is asked of books is known, though none is a work yet
  const operation = parse(`{ work { ... on Named {
    ... on Film { first: shown { euros } }
    ... on Book { first: printed { cents } }
  } } }`);

  it.each(['merged', 'perType'] as const)(
    'may return the fields of its own fragments: %s',
    (style) => {
      const today = buildSchema(sdl('Film'));
      expect(validate(today, operation)).toEqual([]);
      const validators = sdkValidatorsOf(outputSchemaOf(today, operation, style));
      for (const first of [{ euros: 1 }, { cents: 1 }, null]) {
        expect(problemsOf(validators, { data: { work: { first } } })).toEqual([]);
      }
      expect(problemsOf(validators, { data: { work: { first: 1 } } })).not.toEqual([]);
    },
  );
});
