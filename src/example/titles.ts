import type { IResolvers } from '@graphql-tools/utils';
import { numberWithin, pageSizes, textWithin } from './arguments.ts';
import {
  collections,
  movies,
  tvShows,
  type CollectionRecord,
  type TitleRecord,
  type TvShowRecord,
} from './records.ts';
import { titleOf } from './catalogue.ts';
import type { FilmContext } from './context.ts';
import type { FilmStore } from './store.ts';

/** Resolvers of titles: lookup, search and collections. */
export function titleResolvers(): IResolvers<unknown, FilmContext> {
  return {
    Query: {
      title: (_: unknown, { id }: { readonly id: string }) => titleOf(id),
      search: (_: unknown, args: SearchArguments) => search(args),
      collections: () => collections,
    },
    Collection: {
      titles: ({ titleIds }: CollectionRecord) => titleIds.map(titleOf),
    },
  };
}

interface SearchArguments {
  readonly text: string;
  readonly kinds?: readonly SearchKind[] | null;
  readonly first?: number | null;
}

type SearchKind = 'MOVIE' | 'TV_SHOW' | 'COLLECTION';

type Searchable = TitleRecord | CollectionRecord;

const searchables: ReadonlyMap<SearchKind, readonly Searchable[]> = new Map<
  SearchKind,
  readonly Searchable[]
>([
  ['MOVIE', movies],
  ['TV_SHOW', tvShows],
  ['COLLECTION', collections],
]);

function search({ text, kinds, first }: SearchArguments): readonly Searchable[] {
  const query = textWithin(text, { min: 2, max: 80 }, 'text').toLowerCase();
  const size = numberWithin(first ?? 10, pageSizes, 'first');
  const all = [...searchables].flatMap(([kind, records]) => {
    return !kinds?.length || kinds.includes(kind) ? records : [];
  });
  const named = all.filter(({ name }) => name.toLowerCase().includes(query));
  const described = all.filter((record) => descriptionOf(record).toLowerCase().includes(query));
  return [...new Set([...named, ...described])].slice(0, size);
}

function descriptionOf(record: Searchable): string {
  return record.__typename === 'Collection' ? record.description : record.synopsis;
}

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

/** Creates the resolver of `Title.watchStatus`, which is null for anonymous callers. */
export function watchStatusOf({ watchlists }: FilmStore) {
  return ({ id }: TitleRecord, _: unknown, { caller }: FilmContext): string | null => {
    if (caller.subject === undefined) return null;
    return watchlists.find(caller.subject, id)?.status ?? null;
  };
}
