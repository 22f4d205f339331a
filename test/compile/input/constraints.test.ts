import { GraphQLSchema, buildSchema, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../../src/compile/model/bounds.ts';
import { readConstraints, intersectConstraints } from '../../../src/compile/input/constraints.ts';
import { createShapeDeriver } from '../../../src/compile/input/derive-shapes.ts';
import { toolOf } from '../../support/sources.ts';

describe('readConstraints', () => {
  it.each<[string, string, Bounds]>([
    ['Int', '@constraint(min: 1, max: 2.5)', { minimum: 1, maximum: 2.5 }],
    [
      'Float',
      '@constraint(exclusiveMin: 0, exclusiveMax: 9)',
      { exclusiveMinimum: 0, exclusiveMaximum: 9 },
    ],
    ['String', '@constraint(minLength: 1, maxLength: 5)', { minLength: 1, maxLength: 5 }],
    ['String', '@constraint(pattern: "^[a-z]+$")', { pattern: '^[a-z]+$' }],
    ['Int', '@constraint(multipleOf: 5)', { multipleOf: 5 }],
    ['String', '@constraint(format: "email")', { format: 'email' }],
    ['Int', '@Range(min: 1, max: 5)', { minimum: 1, maximum: 5 }],
    ['Int', '@range(min: 1)', { minimum: 1 }],
    ['Int', '@Min(value: 1) @Max(value: 5)', { minimum: 1, maximum: 5 }],
    ['String', '@Size(min: 1, max: 5)', { minLength: 1, maxLength: 5 }],
    ['ID', '@length(max: 5) @pattern(regexp: "a")', { maxLength: 5, pattern: 'a' }],
    ['String', '@Pattern(value: "^a$")', { pattern: '^a$' }],
  ])('reads bounds of %s from %s', (type, directives, bounds) => {
    expect(of(type, directives)).toEqual({ bounds });
  });

  it.each<[string, string, Bounds]>([
    ['[String!]', '@Size(min: 1, max: 5)', { minItems: 1, maxItems: 5 }],
    [
      '[String]!',
      '@constraint(minItems: 1, maxItems: 3, maxLength: 9)',
      { minItems: 1, maxItems: 3, maxLength: 9 },
    ],
    ['[[Int!]!]', '@constraint(max: 5)', { maximum: 5 }],
  ])('reads bounds of the list %s, or of its items, from %s', (type, directives, bounds) => {
    expect(of(type, directives)).toEqual({ bounds });
  });

  it.each([
    ['of another directive', 'Int', '@other(min: 1) @constraint'],
    ['of an unknown argument', 'String', '@constraint(unknown: 1)'],
    ['with a value of the wrong type', 'Int', '@constraint(min: "1", max: null)'],
    ['with an impossible value', 'String', '@constraint(maxLength: -1) @length(min: 1.5)'],
    ['with a zero multiple', 'Int', '@constraint(multipleOf: 0)'],
    ['of text on a number', 'Int', '@constraint(minLength: 1, pattern: "a")'],
    ['of numbers on text', 'String', '@constraint(min: 1)'],
    ['of lists on a single value', 'String', '@constraint(minItems: 1)'],
    ['on an enum', 'Mood', '@constraint(min: 1, minLength: 1)'],
    ['with a format that validators do not share', 'String', '@constraint(format: "phone")'],
    ['named like members of Object.prototype', 'Int', '@constraint(constructor: 1, __proto__: 2)'],
  ])('ignores bounds %s', (_, type, directives) => {
    expect(of(type, directives)).toEqual({ bounds: {} });
  });

  it('keeps a pattern as text if some validators do not support it', () => {
    const textPattern = '^\\p{Lu}';
    expect(of('String', '@constraint(pattern: "^\\\\p{Lu}", minLength: 2)')).toEqual({
      bounds: { minLength: 2 },
      textPattern,
    });
  });

  it('keeps a fractional multiple as text, because validators round', () => {
    const constraints = of('Float', '@constraint(multipleOf: 0.01)');
    expect(constraints).toEqual({ bounds: {}, textMultiple: 0.01 });
  });

  it('uses the tighter of two directives, in any order', () => {
    const bounds = { maximum: 5 };
    expect(of('Int', '@Range(max: 5) @constraint(max: 9)')).toEqual({ bounds });
    expect(of('Int', '@constraint(max: 9) @Range(max: 5)')).toEqual({ bounds });
  });
});

describe('bounds in an input schema of profile full', () => {
  const directives = 'directive @size(min: Int) on ARGUMENT_DEFINITION';
  const propertiesOf = (sdl: string, operation: string) =>
    toolOf(sdl, operation, { profile: 'full' }).inputSchema.properties;

  it('do not apply the length of a list to its items', () => {
    const sdl = `${directives} type Query { find(tags: [String!] @size(min: 2), sets: [[Int!]] @size(min: 3)): Int }`;
    const operation =
      'query q($tag: String!, $set: [Int!], $tags: [String!]) { find(tags: ["a", $tag], sets: [$set]) all: find(tags: $tags) }';
    expect(propertiesOf(sdl, operation)).toEqual({
      tag: { type: 'string' },
      set: { type: ['array', 'null'], items: expect.objectContaining({ type: 'integer' }) },
      tags: { type: ['array', 'null'], items: { type: 'string' }, minItems: 2 },
    });
  });

  it('do not widen what the type allows', () => {
    const sdl = `directive @constraint(min: Float, max: Float) on ARGUMENT_DEFINITION
      type Query { find(a: Int! @constraint(min: -5, max: 99999999999)): Int }`;
    expect(propertiesOf(sdl, 'query q($a: Int!) { find(a: $a) }')).toEqual({
      a: { type: 'integer', minimum: -5, maximum: 2_147_483_647 },
    });
  });
});

describe('intersectConstraints', () => {
  it('uses the tighter bound of each kind', () => {
    const one = { bounds: { minimum: 1, maximum: 9, minItems: 2 } };
    const other = { bounds: { minimum: 2, maximum: 10, maxItems: 3 }, textPattern: 'a' };
    const both = { minimum: 2, maximum: 9, minItems: 2, maxItems: 3 };
    expect(intersectConstraints([one, { bounds: {} }, other])).toEqual({
      bounds: both,
      textPattern: 'a',
    });
  });

  it('returns no bounds for no constraints', () => {
    expect(intersectConstraints([])).toEqual({ bounds: {} });
  });
});

function of(type: string, directives: string) {
  const schema: GraphQLSchema = buildSchema(
    `enum Mood { A } input I { a: ${type} ${directives} } type Query { a(i: I): Int }`,
    { assumeValidSDL: true },
  );
  const input = schema.getType('I');
  const field = isInputObjectType(input) ? input.getFields()['a'] : undefined;
  if (!field) throw new Error('no field');
  const { shape } = createShapeDeriver(new Map())(field.type);
  return readConstraints(field.astNode?.directives, shape);
}
