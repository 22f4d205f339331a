import type { GraphQLSchema } from 'graphql';
import type { CallContext } from '../core/caller.ts';
import { filmContextOf, type FilmContext } from './film-context.ts';
import { createFilmSchema } from './film-schema.ts';
import { readFilmTypeDefs } from './film-type-defs.ts';

/** The API that ships with the gateway: what an in-process executor needs to run it. */
export interface FilmApi {
  readonly schema: GraphQLSchema;
  readonly contextOf: (context: CallContext) => FilmContext;
}

/**
 * Makes a film API of its own, with the watchlists and reviews that it starts with.
 *
 * The SDL is that of the package unless it is given, one text a file.
 */
export function createFilmApi(typeDefs: readonly string[] = readFilmTypeDefs()): FilmApi {
  return { schema: createFilmSchema(typeDefs), contextOf: filmContextOf };
}
