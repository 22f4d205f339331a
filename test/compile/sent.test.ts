import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/core/text.ts';
import { catalogOf, toolOf } from '../support/sources.ts';

const schema = buildSchema(`
  type Movie { id: ID! title: String cast: [Movie!] }
  type Query { movie(id: ID): Movie movies: [Movie!]! }
  type Mutation { rename(id: ID!): Movie }
`);

describe('the document sent upstream', () => {
  it('contains the operation and its fragments, in the order it mentions them', () => {
    const { operation } = toolOf(
      schema,
      `
        fragment Unused on Movie { id }
        fragment Title on Movie { title }
        # what it is
        query GetMovie($id: ID = 1) { movie(id: $id) { ...Cast ...Title } }
        fragment Cast on Movie { cast { ...Title } }
      `,
    );
    expect(operation.document).toMatchInlineSnapshot(`
      "query GetMovie($id: ID = 1) {
        movie(id: $id) {
          ...Cast
          ...Title
        }
      }

      fragment Cast on Movie {
        cast {
          ...Title
        }
      }

      fragment Title on Movie {
        title
      }"
    `);
    expect(operation.hash).toBe(sha256Hex(operation.document));
    expect(operation.rootFields).toEqual(['movie']);
    expect(validate(schema, parse(operation.document))).toEqual([]);
  });

  it('contains neither directives of the gateway nor descriptions', () => {
    const { operation } = toolOf(
      schema,
      `
        """Finds a film."""
        query GetMovie("""which""" $id: ID @mcpParam(name: "key", description: "which")) @mcpTool(title: "Film") {
          movie(id: $id) { ...Title }
        }
        """its title"""
        fragment Title on Movie { title }
      `,
    );
    expect(operation.document).toMatchInlineSnapshot(`
      "query GetMovie($id: ID) {
        movie(id: $id) {
          ...Title
        }
      }

      fragment Title on Movie {
        title
      }"
    `);
  });

  it('contains neither @defer nor @stream, nor variables that only they use', () => {
    const { operation, outputSchema } = toolOf(
      schema,
      `
        query Movies($x: Boolean!, $y: Boolean!) {
          movies @stream(initialCount: 1, if: $x) { id ...Title @defer(if: $x, label: "a") @include(if: $y) }
        }
        fragment Title on Movie { ... @defer { title } }
      `,
    );
    expect(operation.document).toMatchInlineSnapshot(`
      "query Movies($y: Boolean!) {
        movies {
          id
          ...Title @include(if: $y)
        }
      }

      fragment Title on Movie {
        ... {
          title
        }
      }"
    `);
    expect(outputSchema?.properties['data']?.properties?.['movies']?.items?.required).toEqual([
      'id',
    ]);
  });

  it('does not depend on layout and comments', () => {
    const one = toolOf(schema, 'query A { movies { id, title } }');
    const other = toolOf(
      schema,
      '\uFEFF# first\nquery   A\n{\n  movies {\n    id # the id\n    title\n  }\n}\n',
    );
    expect(other.operation).toEqual(one.operation);
  });

  it('contains the name of the file for an anonymous operation', () => {
    const { tools } = catalogOf(schema, { 'all-movies.v2.graphql': '{ movies { id } }' });
    const [tool] = tools.values();
    expect(tool?.operation.name).toBe('all_movies_v2');
    expect(tool?.operation.document.split(' {')[0]).toBe('query all_movies_v2');
  });
});
