import {
  buildSchema,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLScalarType,
  parseConstValue,
  parseType,
  typeFromAST,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { defaultOf, defaultOfLiteral } from '../../../src/compile/input/defaults.ts';
import { createShapeDeriver } from '../../../src/compile/input/derive-shapes.ts';
import type { InputShape } from '../../../src/compile/input/shapes.ts';

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
    // omitted fields have their own defaults
    ['Range', '{}', { from: 1 }],
    [
      'Range',
      '{ ids: 1, moods: SAD, within: { ids: [2] } }',
      { ids: ['1'], from: 1, moods: ['SAD'], within: [{ ids: ['2'], from: 1 }] },
    ],
    ['JSON', '{ a: [1, "b", null, C] }', { a: [1, 'b', null, 'C'] }],
    ['BigInt', '"9007199254740993"', '9007199254740993'],
    // a number would be rounded
    ['BigInt', '9007199254740993', '9007199254740993'],
    ['BigInt', '5', '5'],
    ['[BigInt]', '5', ['5']],
  ])('coerces to %s: %s', (type, literal, value) => {
    expect(defaultOfLiteral(parseConstValue(literal), shapeOf(type)).value).toEqual(value);
  });

  it('keeps a number if the configured scalar is a number', () => {
    const scalars = new Map([['BigInt', { type: 'integer' } as const]]);
    expect(defaultOfLiteral(parseConstValue('5'), shapeOf('BigInt', scalars)).value).toBe(5);
  });

  it('keeps members with any name as own members', () => {
    const { value } = defaultOfLiteral(
      parseConstValue('{ __proto__: 1, constructor: 2 }'),
      shapeOf('JSON'),
    );
    expect(Object.entries(value as object)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });
});

describe('defaultOf', () => {
  it('reads the default in the SDL of a field', () => {
    expect(valueOf(fieldOf(typeOf('Range'), 'from'))).toBe(1);
    expect(valueOf(fieldOf(typeOf('Range'), 'ids'))).toBeUndefined();
  });

  it('reads the default of a field of a schema made in code', () => {
    const type = new GraphQLInputObjectType({
      name: 'Made',
      fields: {
        a: { type: new GraphQLList(GraphQLInt), defaultValue: [1] },
        b: { type: GraphQLInt, defaultValue: null },
        c: { type: typeOf('Mood'), defaultValue: 'SAD' },
        d: { type: GraphQLInt },
      },
    });
    const defaults = ['a', 'b', 'c', 'd'].map((name) => valueOf(fieldOf(type, name)));
    expect(defaults).toEqual([[1], null, 'SAD', undefined]);
  });

  it('converts internal values of a schema made in code to JSON', () => {
    const mood = new GraphQLEnumType({ name: 'Inner', values: { HAPPY: { value: 1 } } });
    const odd = new GraphQLScalarType({
      name: 'Odd',
      serialize: () => {
        throw new Error('cannot write');
      },
    });
    const type = new GraphQLInputObjectType({
      name: 'Made',
      fields: {
        a: { type: new GraphQLList(mood), defaultValue: [1, null] },
        b: { type: typeOf('JSON'), defaultValue: { deep: [1, { a: null }] } },
        c: { type: typeOf('BigInt'), defaultValue: 9007199254740993n },
        d: { type: odd, defaultValue: { a: 1 } },
        e: { type: typeOf('Range'), defaultValue: { ids: ['1'], from: 2 } },
      },
    });
    const defaults = ['a', 'b', 'c', 'd', 'e'].map((name) => valueOf(fieldOf(type, name)));
    expect(defaults).toEqual([
      ['HAPPY', null],
      { deep: [1, { a: null }] },
      '9007199254740993',
      { a: 1 },
      { from: 2, ids: ['1'] },
    ]);
  });

  it.each([
    ['its literal', { literal: parseConstValue('[1]') }, ['1']],
    ['its value', { value: ['1'] }, ['1']],
  ])('reads a default of graphql 17 by %s', (_, default17, value) => {
    const field = fieldWith(default17);
    expect(valueOf(field)).toEqual(value);
  });
});

function shapeOf(text: string, scalars = none): InputShape {
  return createShapeDeriver(scalars)(typeOf(text)).shape;
}

function valueOf(field: GraphQLInputField): unknown {
  const { shape } = createShapeDeriver(none)(field.type);
  return defaultOf(field, shape)?.value;
}

/** Returns a field with only the `default` of graphql 17. */
function fieldWith(default17: object): GraphQLInputField {
  const { name, type } = fieldOf(typeOf('Range'), 'ids');
  return { name, type, default: default17 } as unknown as GraphQLInputField;
}

function typeOf(text: string): GraphQLInputType {
  return typeFromAST(schema, parseType(text) as never) as unknown as GraphQLInputType;
}

function fieldOf(type: GraphQLInputType, name: string) {
  const field = type instanceof GraphQLInputObjectType ? type.getFields()[name] : undefined;
  if (!field) throw new Error(`no field ${name}`);
  return field;
}
