import { buildSchema, GraphQLScalarType, isScalarType } from 'graphql';
import { resolvers } from 'graphql-scalars';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../../src/core/json.ts';
import { profileRules } from '../../../src/compile/model/profiles.ts';
import { scalarRuleOf } from '../../../src/compile/model/scalars.ts';
import { createShapeDeriver } from '../../../src/compile/input/derive-shapes.ts';
import { notNull, writeLeaf } from '../../../src/compile/input/write-field.ts';

const none = new Map<string, object>();

/** Integers of 64 bits and more are passed as text, because JavaScript rounds them. */
const asText = new Set(['BigInt', 'Long']);

describe.each(Object.values(resolvers).map((scalar) => [scalar.name, scalar] as const))(
  'the scalar %s of graphql-scalars',
  (name, scalar) => {
    it('has the type that its library documents, by its name alone', () => {
      const schema = scalar.extensions.jsonSchema;
      const type: unknown = isJsonObject(schema) ? schema['type'] : undefined;
      const expected = asText.has(name) ? 'string' : type;
      const rule = scalarRuleOf(scalarOf(`scalar ${name}`, name), none);
      const { shape } = createShapeDeriver(none)(scalarOf(`scalar ${name}`, name));
      if (shape.kind !== 'scalar') throw new Error('no scalar');
      const written = notNull(writeLeaf(shape, profileRules.full, 4_096));
      // scalars without a type in the library are text, or JSON if the name contains JSON
      const anything = ['object', 'array', 'string', 'number', 'boolean'];
      const fallback = /JSON/.test(name) ? anything : 'string';
      expect(written.type).toEqual(expected ?? fallback);
      // the bounds of the library need the library
      expect(kindsOf(scalarRuleOf(scalar, none).kind)).toBe(kindsOf(rule.kind));
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
  ])('returns the rule of the built-in %s', (name, rule) => {
    const schema = buildSchema('type Query { a(b: Int, c: Float): ID }');
    const type = schema.getType(name);
    expect(isScalarType(type) && scalarRuleOf(type, none)).toEqual(rule);
  });

  it.each(['UUID', 'uuid', 'Uuid'])('ignores the case of %s', (name) => {
    const rule = {
      kind: 'string',
      hint: 'UUID: 123e4567-e89b-42d3-a456-426614174000.',
      keywords: { format: 'uuid' },
    };
    expect(scalarRuleOf(scalarOf(`scalar ${name}`, name), none)).toEqual(rule);
  });

  it.each([
    ['date-time', 'date-time'],
    ['local-date', 'date'],
    ['local-date-time', undefined],
  ])('prefers the URL of a date scalar to its name: %s', (page, format) => {
    const url = `https://scalars.graphql.org/some/${page}`;
    const rule = scalarRuleOf(scalarOf(`scalar Date @specifiedBy(url: "${url}")`, 'Date'), none);
    expect(rule.keywords?.format).toBe(format);
  });

  it('prefers the configuration to the name', () => {
    const schema = { type: 'string', pattern: '^[a-z]+$' } as const;
    const rule = scalarRuleOf(scalarOf('scalar UUID', 'UUID'), new Map([['UUID', schema]]));
    expect(rule).toEqual({ kind: 'schema', schema });
  });

  it.each([
    ['https://scalars.graphql.org/andimarek/date-time', 'date-time'],
    ['https://tools.ietf.org/html/rfc4122', 'uuid'],
  ])('reads the standard at %s', (url, format) => {
    const type = scalarOf(`scalar Odd @specifiedBy(url: "${url}")`, 'Odd');
    expect(scalarRuleOf(type, none)).toMatchObject({ kind: 'string', keywords: { format } });
  });

  it.each([
    [
      { type: 'integer', minimum: 3 },
      { kind: 'integer', keywords: { minimum: 3 } },
    ],
    [
      { type: 'string', pattern: '^a$', maxLength: 5, title: 'Odd' },
      { kind: 'string', keywords: { maxLength: 5, pattern: '^a$' } },
    ],
    [{ type: 'object', required: ['a'] }, { kind: 'object' }],
    [{ oneOf: [{ type: 'string' }, { type: 'string', format: 'ipv6' }] }, { kind: 'string' }],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, { kind: 'json' }],
  ])('reads the type and the safe bounds of the schema %j', (jsonSchema, rule) => {
    const type = new GraphQLScalarType({ name: 'Odd', extensions: { jsonSchema } });
    expect(scalarRuleOf(type, none)).toEqual(rule);
  });

  it.each([
    { type: 'string', pattern: '\\p{L}', format: 'phone' },
    { type: 'string', maxLength: -1, length: 12 },
  ])('reads only the type of the schema %j', (jsonSchema) => {
    const type = new GraphQLScalarType({ name: 'Odd', extensions: { jsonSchema } });
    expect(scalarRuleOf(type, none)).toEqual({ kind: 'string' });
  });

  it.each(['Odd', 'constructor'])('returns the kind unknown for %s', (name) => {
    expect(scalarRuleOf(scalarOf(`scalar ${name}`, name), none)).toEqual({ kind: 'unknown' });
  });
});

/** Unknown scalars are passed as text too. */
function kindsOf(kind: string): string {
  return kind === 'unknown' ? 'string' : kind;
}

function scalarOf(sdl: string, name: string): GraphQLScalarType {
  const type = buildSchema(`${sdl} type Query { a: ${name} }`).getType(name);
  if (!isScalarType(type)) throw new Error(`${name} is no scalar`);
  return type;
}
