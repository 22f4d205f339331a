import { parse, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSdlSchema } from '../../../src/load/sdl/build-sdl-schema.ts';
import { toolOf } from '../../support/sources.ts';

/** SDL of a subgraph, without declarations of the directives. */
const sdl = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.5"
      import: ["@key", "@authenticated", "@requiresScopes"]
    )
  type Query {
    film(id: ID): Film
    me: Person @authenticated
    revenue: Int @requiresScopes(scopes: [["money:read", "films:read"], ["films:read", "admin"]])
    secret: Secret
    any: Int @requiresScopes(scopes: [["a"], ["b"]])
  }
  type Film @key(fields: "id") {
    id: ID
    budget: Int @requiresScopes(scopes: [["films:budget"]])
  }
  type Person {
    id: ID
    films: [Film!]
  }
  scalar Secret @federation__requiresScopes(scopes: [["secret"]])
`;

function schemaOf(text: string): GraphQLSchema {
  const result = buildSdlSchema(parse(text).definitions);
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.schema;
}

function requirementsOf(operation: string, scopesFromSchema = true) {
  const { scopes, needsCaller } = toolOf(schemaOf(sdl), operation, { scopesFromSchema });
  return { scopes, needsCaller };
}

describe('scopes from the schema', () => {
  it.each([
    ['query q { film { id } }', [], undefined],
    ['query q { me { id } }', [], true],
    ['query q { film { ...F } } fragment F on Film { b: budget }', ['films:budget'], true],
    ['query q { me { films { ... on Film { budget } } } }', ['films:budget'], true],
    ['query q { revenue }', ['films:read'], true],
    ['query q { any }', [], true],
    ['query q { secret }', ['secret'], true],
    [
      'query q @mcpTool(scopes: ["films:read", "x"]) { revenue film { budget } }',
      ['films:read', 'x', 'films:budget'],
      true,
    ],
  ])('are those of the selected fields: %s', (operation, scopes, needsCaller) => {
    expect(requirementsOf(operation)).toEqual({ scopes, needsCaller });
  });

  it('are not read by default', () => {
    expect(requirementsOf('query q { me { films { budget } } }', false)).toEqual({
      scopes: [],
      needsCaller: undefined,
    });
  });
});
