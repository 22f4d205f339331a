import type { IResolvers } from '@graphql-tools/utils';
import { numberWithin, pageSizes } from './bounds.ts';
import { tvShows } from './catalogue.ts';
import type { FilmContext } from './film-context.ts';
import type { FilmStore } from './film-store.ts';
import type { TvShowRecord } from './records.ts';
import { watchStatusOf } from './watch-status.ts';

/** Resolvers of series. */
export function tvShowResolvers(store: FilmStore): IResolvers<unknown, FilmContext> {
  return {
    Query: {
      tvShows: (_: unknown, { genre, status, first }: TvShowsArguments) => {
        const size = numberWithin(first ?? 10, pageSizes, 'first');
        return tvShows
          .filter((show) => genre == null || show.genres.includes(genre))
          .filter((show) => status == null || show.status === status)
          .toSorted((a, b) => (a.releasedOn < b.releasedOn ? 1 : -1))
          .slice(0, size);
      },
    },
    TvShow: {
      watchStatus: watchStatusOf(store),
      seasons: ({ episodeCounts }: TvShowRecord) =>
        episodeCounts.map((episodeCount, index) => ({ number: index + 1, episodeCount })),
    },
  };
}

interface TvShowsArguments {
  readonly genre?: string | null;
  readonly status?: string | null;
  readonly first?: number | null;
}
