import type { GraphQLSchema } from 'graphql';
import type { CallContext } from '../core/call.ts';
import { filmContextOf, type FilmContext } from './context.ts';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { createFilmStore, type FilmStore } from './store.ts';
import { movieResolvers } from './movies.ts';
import { reviewResolvers } from './reviews.ts';
import { scalarResolvers } from './scalars.ts';
import { showtimeResolvers } from './showtimes.ts';
import { titleResolvers, tvShowResolvers } from './titles.ts';
import { watchlistResolvers } from './watchlist.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The API that ships with the gateway, for in-process execution. */
export interface FilmApi {
  readonly schema: GraphQLSchema;
  readonly contextOf: (context: CallContext) => FilmContext;
}

/**
 * Creates a film API with its initial watchlists and reviews.
 *
 * @param typeDefs the texts of the SDL files; those of the package by default.
 */
export function createFilmApi(typeDefs: readonly string[] = readFilmTypeDefs()): FilmApi {
  return { schema: createFilmSchema(typeDefs), contextOf: filmContextOf };
}

/**
 * Creates the executable schema of the film API. Changes by callers live as long as the schema.
 *
 * Resolvers without a field are ignored, so that users can shorten the SDL of the example.
 */
export function createFilmSchema(typeDefs: readonly string[]): GraphQLSchema {
  return makeExecutableSchema({
    typeDefs: [...typeDefs],
    resolvers: filmResolvers(createFilmStore()),
    resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
  });
}

/** Creates all resolvers of the film API, which are synchronous. */
export function filmResolvers(store: FilmStore) {
  return [
    scalarResolvers,
    titleResolvers(),
    movieResolvers(store),
    tvShowResolvers(store),
    reviewResolvers(store),
    watchlistResolvers(store),
    showtimeResolvers(),
  ];
}

/**
 * Reads the SDL files of the film API, in the order of their names.
 *
 * The package's `schema/` is two folders above this file, in `src/` and in `dist/`.
 */
export function readFilmTypeDefs(): readonly string[] {
  const folder = join(import.meta.dirname, '..', '..', 'schema');
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  return files.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
}
