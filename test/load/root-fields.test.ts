import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { likelyQueries } from '../../src/load/starters/root-fields.ts';

describe('likelyQueries', () => {
  it('prefers the most referenced types, and skips internal fields', () => {
    const schema = buildSchema(`
      type Query {
        _service: Service
        version: String
        archivedFilms: [Film!]!
        films(first: Int): FilmConnection!
        filmBySlug(slug: String!): Film
        film(id: ID!): Film
        people: [Person!]!
        oldPerson: Person @deprecated
      }
      type Service { sdl: String }
      type FilmConnection { nodes: [Film!]! pageInfo: PageInfo! }
      type PageInfo { hasNextPage: Boolean! }
      type Film { id: ID! director: Person! cast: [Person!]! }
      type Person { id: ID! best: Film knownFor: [Film!]! friends: [Person!]! }`);
    expect(likelyQueries(schema, 10)).toEqual([
      'Query.films',
      'Query.film',
      'Query.people',
      'Query.version',
      'Query.archivedFilms',
      'Query.filmBySlug',
    ]);
    expect(likelyQueries(schema, 2)).toEqual(['Query.films', 'Query.film']);
  });
});
