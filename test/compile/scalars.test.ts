import { buildSchema, GraphQLScalarType, isScalarType } from 'graphql';
import { resolvers } from 'graphql-scalars';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/core/json.ts';
import { profileRules } from '../../src/compile/model/profiles.ts';
import { scalarRuleOf } from '../../src/compile/model/scalars.ts';
import { createShapeDeriver } from '../../src/compile/input/derive-shapes.ts';
import { notNull, writeLeaf } from '../../src/compile/input/write-leaf.ts';

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
      const { shape } = createShapeDeriver(none)(scalarOf(`scalar ${name}`, name));
      if (shape.kind !== 'scalar') throw new Error('no scalar');
      const written = notNull(writeLeaf(shape, profileRules.full, 4_096));
      // what the library gives no type is text, or any JSON but null where the name says so
      const anything = ['object', 'array', 'string', 'number', 'boolean'];
      const fallback = /JSON/.test(name) ? anything : 'string';
      expect(written.type).toEqual(expected ?? fallback);
      // bounds that the library gives are known with the library alone
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
  ])('knows %s of GraphQL itself', (name, rule) => {
    const schema = buildSchema('type Query { a(b: Int, c: Float): ID }');
    const type = schema.getType(name);
    expect(isScalarType(type) && scalarRuleOf(type, none)).toEqual(rule);
  });

  it.each(['UUID', 'uuid', 'Uuid'])('knows %s, in any case', (name) => {
    const rule = { kind: 'string', hint: 'UUID.', keywords: { format: 'uuid' } };
    expect(scalarRuleOf(scalarOf(`scalar ${name}`, name), none)).toEqual(rule);
  });

  it.each([
    ['date-time', 'date-time'],
    ['local-date', 'date'],
    ['local-date-time', undefined],
  ])('takes the page of a scalar of dates, %s, before the name', (page, format) => {
    const url = `https://scalars.graphql.org/some/${page}`;
    const rule = scalarRuleOf(scalarOf(`scalar Date @specifiedBy(url: "${url}")`, 'Date'), none);
    expect(rule.keywords?.format).toBe(format);
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
  ])('takes of a schema %j that the scalar carries what all understand', (jsonSchema, rule) => {
    const type = new GraphQLScalarType({ name: 'Odd', extensions: { jsonSchema } });
    expect(scalarRuleOf(type, none)).toEqual(rule);
  });

  it.each([
    { type: 'string', pattern: '\\p{L}', format: 'phone' },
    { type: 'string', maxLength: -1, length: 12 },
  ])('takes of a schema %j the type alone', (jsonSchema) => {
    const type = new GraphQLScalarType({ name: 'Odd', extensions: { jsonSchema } });
    expect(scalarRuleOf(type, none)).toEqual({ kind: 'string' });
  });

  it.each(['Odd', 'constructor'])('does not know %s', (name) => {
    expect(scalarRuleOf(scalarOf(`scalar ${name}`, name), none)).toEqual({ kind: 'unknown' });
  });
});

/** A text of which nothing more is known is still one. */
function kindsOf(kind: string): string {
  return kind === 'unknown' ? 'string' : kind;
}

function scalarOf(sdl: string, name: string): GraphQLScalarType {
  const type = buildSchema(`${sdl} type Query { a: ${name} }`).getType(name);
  if (!isScalarType(type)) throw new Error(`${name} is no scalar`);
  return type;
}
