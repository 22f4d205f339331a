import { buildSchema, GraphQLScalarType, isScalarType } from 'graphql';
import { resolvers } from 'graphql-scalars';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/core/json.ts';
import { profileRules } from '../../src/compile/profiles/profile-rules.ts';
import { scalarRuleOf } from '../../src/compile/scalars.ts';
import { writeScalar } from '../../src/compile/input/write-scalar.ts';

const none = new Map<string, object>();

/** Whole numbers of 64 bits and more: JavaScript rounds them, so they travel as text. */
const asText = new Set(['BigInt', 'Long']);

describe.each(Object.values(resolvers).map((scalar) => [scalar.name, scalar] as const))(
  'the scalar %s of graphql-scalars',
  (name, scalar) => {
    it('travels as what its library says, known by its name alone', () => {
      const schema = scalar.extensions.jsonSchema;
      const type: unknown = isJsonObject(schema) ? schema['type'] : undefined;
      const expected = asText.has(name) ? 'string' : type;
      const rule = scalarRuleOf(scalarOf(`scalar ${name}`, name), none);
      // what the library gives no type is text, or any JSON where the name says so
      const isOpen = expected === undefined || expected === 'object';
      const untyped = /JSON/.test(name) ? {} : { type: 'string' };
      expect(writeScalar(rule, profileRules.full)).toMatchObject(
        isOpen ? untyped : { type: expected },
      );
      expect(scalarRuleOf(scalar, none)).toEqual(rule);
    });
  },
);

describe('scalarRuleOf', () => {
  it.each([
    ['String', { kind: 'string' }],
    ['ID', { kind: 'id' }],
    ['Int', { kind: 'int' }],
    ['Float', { kind: 'number' }],
    ['Boolean', { kind: 'boolean' }],
  ])('knows %s of GraphQL itself', (name, rule) => {
    const schema = buildSchema('type Query { a(b: Int, c: Float): ID }');
    const type = schema.getType(name);
    expect(isScalarType(type) && scalarRuleOf(type, none)).toEqual(rule);
  });

  it.each(['UUID', 'uuid', 'Uuid'])('knows %s, in any case', (name) => {
    const rule = { kind: 'string', hint: 'UUID.', format: 'uuid' };
    expect(scalarRuleOf(scalarOf(`scalar ${name}`, name), none)).toEqual(rule);
  });

  it('takes what the configuration says before the name', () => {
    const schema = { type: 'string', pattern: '^[a-z]+$' } as const;
    const rule = scalarRuleOf(scalarOf('scalar UUID', 'UUID'), new Map([['UUID', schema]]));
    expect(rule).toEqual({ kind: 'schema', schema });
  });

  it.each([
    ['https://tools.ietf.org/html/rfc3339', 'date-time'],
    ['https://scalars.graphql.org/andimarek/date-time', 'date-time'],
    ['https://tools.ietf.org/html/rfc4122', 'uuid'],
  ])('knows a scalar specified by %s', (url, format) => {
    const type = scalarOf(`scalar Odd @specifiedBy(url: "${url}")`, 'Odd');
    expect(scalarRuleOf(type, none)).toMatchObject({ kind: 'string', format });
  });

  it('takes the type alone of a schema that the scalar carries', () => {
    const jsonSchema = { type: 'integer', minimum: 3 };
    const type = new GraphQLScalarType({ name: 'Odd', extensions: { jsonSchema } });
    expect(scalarRuleOf(type, none)).toEqual({ kind: 'integer' });
  });

  it.each(['Odd', 'constructor'])('takes %s, which nobody knows, for text', (name) => {
    expect(scalarRuleOf(scalarOf(`scalar ${name}`, name), none)).toEqual({ kind: 'string' });
  });
});

function scalarOf(sdl: string, name: string): GraphQLScalarType {
  const type = buildSchema(`${sdl} type Query { a: ${name} }`).getType(name);
  if (!isScalarType(type)) throw new Error(`${name} is no scalar`);
  return type;
}
