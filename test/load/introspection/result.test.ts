import {
  buildSchema,
  getIntrospectionQuery,
  graphqlSync,
  introspectionFromSchema,
  printSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaOfIntrospection } from '../../../src/load/introspection/result.ts';
import { lines } from '../sources-folder.ts';

const schema = buildSchema(`
  "The root." type Query { a(in: In): At }
  scalar At @specifiedBy(url: "https://at.example")
  input In @oneOf { b: Int c: Int }
  directive @mark(on: Int) on FIELD
`);

const full = introspectionFromSchema(schema, { oneOf: true, specifiedByUrl: true });

function print(json: unknown) {
  const result = schemaOfIntrospection(json, { file: 'api.json', line: 1, column: 1 });
  return result.ok ? printSchema(result.schema) : lines(result.diagnostics);
}

describe('schemaOfIntrospection', () => {
  it('reads a response and its bare data', () => {
    expect(print(full)).toBe(printSchema(schema));
    expect(print({ data: full, extensions: {} })).toBe(printSchema(schema));
  });

  it('reads results of the oldest introspection query', () => {
    const oldest = getIntrospectionQuery({ descriptions: false });
    const json = graphqlSync({ schema, source: oldest });
    expect(print(JSON.parse(JSON.stringify(json)))).toMatchInlineSnapshot(`
      "directive @mark(on: Int) on FIELD

      type Query {
        a(in: In): At
      }

      scalar At

      input In {
        b: Int
        c: Int
      }"
    `);
  });

  it('ignores directives in the form of a draft', () => {
    const { __schema } = structuredClone(full) as unknown as { __schema: Record<string, unknown> };
    const drafts = [{ name: 'skip', args: [], onField: true }, { name: 'x' }, null];
    expect(print({ __schema: { ...__schema, directives: drafts } })).not.toContain('@mark');
    expect(print({ __schema: { ...__schema, directives: undefined } })).toContain('type Query');
  });

  it('warns of violations of the specification', () => {
    const { __schema } = structuredClone(full) as unknown as {
      __schema: { types: { name: string; fields: { name: string }[] }[] };
    };
    __schema.types.find(({ name }) => name === 'Query')!.fields[0]!.name = '__a';
    const result = schemaOfIntrospection({ __schema }, { file: 'api.json', line: 1, column: 1 });
    expect(result.ok).toBe(true);
    expect(lines(result.diagnostics)).toEqual([
      'api.json:1:1: warning SCHEMA_INVALID: Name "__a" must not begin with "__", which is reserved by GraphQL introspection. No action is needed unless an operation fails because of it; report it to the API owner.',
    ]);
  });

  const missing = (name: string) => {
    const { __schema } = full;
    return {
      __schema: { ...__schema, types: __schema.types.filter((type) => type.name !== name) },
    };
  };

  it.each<[string, unknown, string]>([
    ['a list', [], 'it has no member "__schema" with a list of types'],
    ['null', null, 'it has no member "__schema" with a list of types'],
    ['errors', { errors: [], data: null }, 'it has no member "__schema" with a list of types'],
    [
      'no types',
      { __schema: { queryType: { name: 'Query' } } },
      'it has no member "__schema" with a list of types',
    ],
    [
      'a type that is gone',
      missing('At'),
      'Invalid or incomplete schema, unknown type: At. Ensure that a full introspection query is used in order to build a client schema',
    ],
    [
      'types that are none',
      { __schema: { queryType: { name: 'Q' }, types: [null] } },
      "Cannot read properties of null (reading 'name')",
    ],
  ])('rejects %s', (_, json, reason) => {
    expect(print(json)).toEqual([
      `api.json:1:1: error INTROSPECTION_RESULT_INVALID: The introspection result is invalid or incomplete: ${reason}. Fetch it again with the full introspection query, or use the SDL.`,
    ]);
  });

  it('rejects a schema without a query type', () => {
    expect(print({ __schema: { queryType: null, types: [] } })).toEqual([
      'api.json:1:1: error SCHEMA_NO_QUERY: The introspection result has no query type. Report it to the operator of the API: every GraphQL schema has a query type.',
    ]);
  });
});
