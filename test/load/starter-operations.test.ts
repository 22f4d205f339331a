import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { starterOperations } from '../../src/load/starters/starter-operations.ts';

function starters(sdl: string, names?: readonly string[]) {
  const schema = buildSchema(sdl);
  const { operations, unknown } = starterOperations(schema, names);
  const broken = operations.flatMap(({ text }) => validate(schema, parse(text)));
  expect(broken).toEqual([]);
  return { texts: operations.map(({ text }) => text), operations, unknown };
}

describe('starterOperations', () => {
  it('selects two levels deep, with required arguments as variables', () => {
    const { texts } = starters(
      `type Query {
        """
        Finds one film.

        By its id.
        """
        film(id: ID!, at: At = { x: 1 }, lang: String, size: Int! = 3): Film
      }
      input At { x: Int }
      type Film {
        id: ID! title: String old: String @deprecated kind: Kind poster(size: Int!): String
        scores: [[Float]] director: Person! cast: [Person!]! stills: Stills any: Any
        reviews(first: Int): [Review!]!
      }
      enum Kind { LONG SHORT }
      type Person { born: Int name: String films: [Film] id: ID! mail: String }
      type Stills { a: Int b: Int c: Int d: Int }
      type Review { id: ID! }
      union Any = Film | Person`,
    );
    expect(texts).toMatchInlineSnapshot(`
      [
        "# Finds one film.
      #
      # By its id.
      query film($id: ID!, $at: At, $lang: String) {
        # Arguments that are not used here: size: Int!
        film(id: $id, at: $at, lang: $lang) {
          id
          title
          kind
          scores
          director {
            name
            id
          }
          cast {
            name
            id
          }
          stills {
            a
            b
            c
          }
          any {
            __typename
          }
        }
      }
      ",
      ]
    `);
  });

  it('requests pages of the default size of the API, or of 20', () => {
    const { texts, operations } = starters(
      `type Query {
        films(first: Int, after: String, last: Int, before: String): FilmConnection!
        people(limit: Int!, first: Int): [Person!]
        names(take: Int = 5): [String!]!
      }
      type FilmConnection { edges: [FilmEdge] pageInfo: PageInfo! totalCount: Int }
      type FilmEdge { node: Film cursor: String }
      type PageInfo { startCursor: String endCursor: String hasNextPage: Boolean! }
      type Film { id: ID! similar(first: Int): FilmConnection }
      type Person { id: ID! }`,
    );
    expect(operations.map(({ name }) => name)).toEqual(['listFilms', 'listPeople', 'listNames']);
    expect(texts).toMatchInlineSnapshot(`
      [
        "query listFilms($first: Int = 20, $after: String) {
        # Arguments that are not used here: last: Int, before: String
        films(first: $first, after: $after) {
          edges {
            node {
              id
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
          totalCount
        }
      }
      ",
        "query listPeople($limit: Int!, $first: Int = 20) {
        people(limit: $limit, first: $first) {
          id
        }
      }
      ",
        "query listNames($take: Int) {
        names(take: $take)
      }
      ",
      ]
    `);
  });

  it('writes fragments for abstract types with few possible types', () => {
    const { texts } = starters(
      `type Query { search(text: String!): [Found!]! node(id: ID!): Node many: Many }
      union Found = Film | Person | Empty
      interface Node { id: ID! }
      type Film implements Node { id: ID! title: String year: Int }
      type Person implements Node { id: ID! name: String year: String }
      type Empty { of: Film }
      union Many = A | B | C | D | E | F
      type A { a: Int } type B { a: Int } type C { a: Int } type D { a: Int } type E { a: Int } type F { a: Int }`,
    );
    expect(texts).toMatchInlineSnapshot(`
      [
        "query search($text: String!) {
        search(text: $text) {
          __typename
          ... on Film {
            id
            title
            year
          }
          ... on Person {
            id
            name
          }
        }
      }
      ",
        "query node($id: ID!) {
        node(id: $id) {
          __typename
          id
          ... on Film {
            title
            year
          }
          ... on Person {
            name
          }
        }
      }
      ",
        "query many {
        many {
          __typename
        }
      }
      ",
      ]
    `);
  });

  it('keeps identifying fields of types with many fields', () => {
    const fields = Array.from({ length: 30 }, (_, index) => `field${index}: Int`).join(' ');
    const { texts } = starters(`type Query { a: A } type A { ${fields} id: ID! title: String }`);
    const selected = (texts[0] ?? '').split('\n').map((line) => line.trim());
    expect(selected.slice(2, -3)).toEqual([
      ...Array.from({ length: 18 }, (_, index) => `field${index}`),
      'id',
      'title',
    ]);
  });

  it('writes mutations, and distinguishes them from queries with the same name', () => {
    const { operations, unknown } = starters(
      `type Query { rate: Int getAll: [Int] listing: [Int] }
      type Mutation { rate(stars: Int!): Int add(first: Int): [Int] }`,
    );
    expect(operations.map(({ name, kind, field }) => [name, kind, field])).toEqual([
      ['rate', 'query', 'rate'],
      ['getAll', 'query', 'getAll'],
      ['listListing', 'query', 'listing'],
      ['rateMutation', 'mutation', 'rate'],
      ['add', 'mutation', 'add'],
    ]);
    expect(unknown).toEqual([]);
  });

  it('selects the named root fields, and suggests names', () => {
    const sdl = 'type Query { films: Int rate: Int } type Mutation { rate: Int }';
    const { operations, unknown } = starters(sdl, [
      'films',
      'Mutation.rate',
      'flims',
      'Query.x',
      'films',
    ]);
    expect(operations.map(({ name, kind }) => [name, kind])).toEqual([
      ['films', 'query'],
      ['rate', 'mutation'],
    ]);
    expect(unknown).toEqual([
      'The schema has no root field "flims". Did you mean "films"?',
      'The schema has no root field "Query.x".',
    ]);
  });

  it('reports that a subscription cannot be a tool', () => {
    const { unknown } = starters('type Query { a: Int } type Subscription { added: Int }', [
      'added',
    ]);
    expect(unknown).toEqual([
      '"added" is a subscription, which cannot become a tool: a call has one result.',
    ]);
  });

  it('does not interpret descriptions as imports', () => {
    const { texts } = starters('type Query { "import \\"../secret.graphql\\"" a: Int }');
    expect(texts).toEqual(['query a {\n  a\n}\n']);
  });
});
