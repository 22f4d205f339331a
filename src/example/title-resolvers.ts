import type { IResolvers } from '@graphql-tools/utils';
import { numberWithin, pageSizes, textWithin } from './bounds.ts';
import { collections, movies, titleOf, tvShows } from './catalogue.ts';
import type { FilmContext } from './film-context.ts';
import type { CollectionRecord, TitleRecord } from './records.ts';

/** Resolvers of what films and series share: looking up, searching, collections. */
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
  const wanted = textWithin(text, { min: 2, max: 80 }, 'text').toLowerCase();
  const size = numberWithin(first ?? 10, pageSizes, 'first');
  const all = [...searchables].flatMap(([kind, records]) => {
    return !kinds?.length || kinds.includes(kind) ? records : [];
  });
  const named = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const described = all.filter((record) => descriptionOf(record).toLowerCase().includes(wanted));
  return [...new Set([...named, ...described])].slice(0, size);
}

function descriptionOf(record: Searchable): string {
  return record.__typename === 'Collection' ? record.description : record.synopsis;
}
