import {
  buildSchema,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  parseConstValue,
  parseType,
  typeFromAST,
  type GraphQLInputType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { defaultOf, defaultOfLiteral } from '../../../src/compile/input/default-value.ts';

const schema = buildSchema(`
  scalar BigInt
  scalar JSON
  scalar Money
  enum Mood { HAPPY SAD }
  input Range { ids: [ID!], from: Int = 1, moods: [Mood], within: [Range] }
  type Query { a(range: Range, big: BigInt, json: JSON, ratio: Float, money: Money): Mood }
`);

const none = new Map<string, JsonSchema>();

describe('defaultOfLiteral', () => {
  it.each([
    ['Int', '7', 7],
    ['Float', '1', 1],
    ['Float', '1.50', 1.5],
    ['Money', '1.50', '1.50'],
    ['JSON', '1', 1],
    ['Boolean', 'false', false],
    ['String', '"x"', 'x'],
    ['String', '"""\n    one\n      two\n    """', 'one\n  two'],
    ['Mood', 'SAD', 'SAD'],
    ['Int', 'null', null],
    ['ID', '12', '12'],
    ['ID', '"a"', 'a'],
    ['ID!', '12', '12'],
    ['[ID]', '1', ['1']],
    ['[[ID!]!]!', '[1, 2]', [['1'], ['2']]],
    ['[[Int]]', '[[1, null], null]', [[1, null], null]],
    ['[Int]', 'null', null],
    ['[Int]', '[]', []],
    ['Range', '{}', {}],
    [
      'Range',
      '{ ids: 1, moods: SAD, within: { ids: [2] } }',
      { ids: ['1'], moods: ['SAD'], within: [{ ids: ['2'] }] },
    ],
    ['JSON', '{ a: [1, "b", null, C] }', { a: [1, 'b', null, 'C'] }],
    ['BigInt', '"9007199254740993"', '9007199254740993'],
    // travels as text, and would be rounded otherwise
    ['BigInt', '9007199254740993', '9007199254740993'],
    ['BigInt', '5', '5'],
    ['[BigInt]', '5', ['5']],
  ])('of %s reads %s', (type, literal, value) => {
    expect(defaultOfLiteral(parseConstValue(literal), typeOf(type), none)).toEqual({ value });
  });

  it('is a number where the configuration says that the scalar is one', () => {
    const scalars = new Map([['BigInt', { type: 'integer' } as const]]);
    expect(defaultOfLiteral(parseConstValue('5'), typeOf('BigInt'), scalars)).toEqual({ value: 5 });
  });

  it('has members of any name as its own', () => {
    const { value } = defaultOfLiteral(
      parseConstValue('{ __proto__: 1, constructor: 2 }'),
      typeOf('JSON'),
      none,
    );
    expect(Object.entries(value as object)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });
});

describe('defaultOf', () => {
  it('reads the SDL of a field', () => {
    expect(defaultOf(fieldOf(typeOf('Range'), 'from'), none)).toEqual({ value: 1 });
    expect(defaultOf(fieldOf(typeOf('Range'), 'ids'), none)).toBeUndefined();
  });

  it('reads the value of a field of a schema made in code', () => {
    const type = new GraphQLInputObjectType({
      name: 'Made',
      fields: {
        a: { type: new GraphQLList(GraphQLInt), defaultValue: [1] },
        b: { type: GraphQLInt, defaultValue: null },
        c: { type: typeOf('Mood'), defaultValue: 'SAD' },
        d: { type: GraphQLInt },
      },
    });
    const defaults = ['a', 'b', 'c', 'd'].map((name) => defaultOf(fieldOf(type, name), none));
    expect(defaults).toEqual([{ value: [1] }, { value: null }, { value: 'SAD' }, undefined]);
  });
});

function typeOf(text: string): GraphQLInputType {
  return typeFromAST(schema, parseType(text) as never) as unknown as GraphQLInputType;
}

function fieldOf(type: GraphQLInputType, name: string) {
  const field = type instanceof GraphQLInputObjectType ? type.getFields()[name] : undefined;
  if (!field) throw new Error(`no field ${name}`);
  return field;
}
