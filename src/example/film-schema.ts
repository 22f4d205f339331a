import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { createFilmStore, type FilmStore } from './film-store.ts';
import { movieResolvers } from './movie-resolvers.ts';
import { reviewResolvers } from './review-resolvers.ts';
import { scalarResolvers } from './scalars.ts';
import { showtimeResolvers } from './showtime-resolvers.ts';
import { titleResolvers } from './title-resolvers.ts';
import { tvShowResolvers } from './tv-show-resolvers.ts';
import { watchlistResolvers } from './watchlist-resolvers.ts';

/**
 * Makes the film API executable: its SDL, one text a file, with the resolvers. What callers change
 * lives as long as the schema.
 *
 * Resolvers of fields that the SDL does not have are left out, so that the example's SDL may be
 * cut down and played with.
 */
export function createFilmSchema(typeDefs: readonly string[]): GraphQLSchema {
  return makeExecutableSchema({
    typeDefs: [...typeDefs],
    resolvers: filmResolvers(createFilmStore()),
    resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
  });
}

/** All resolvers of the film API; every one is synchronous. */
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
