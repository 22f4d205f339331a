import type { IResolvers } from '@graphql-tools/utils';
import { movieOf, titleOf, tvShowOf } from './catalogue.ts';
import type { WatchlistEntry, TitleRecord } from './records.ts';
import { signedIn, type FilmContext, filmError } from './context.ts';
import type { FilmStore, Watchlists } from './store.ts';

/** Resolvers of the signed-in user's watchlist. */
export function watchlistResolvers({ watchlists }: FilmStore): IResolvers<unknown, FilmContext> {
  return {
    Query: {
      watchlist: (_: unknown, { status }: Partial<StatusArgument>, context: FilmContext) => {
        const list = watchlists.of(signedIn(context, 'see your watchlist'));
        return list.filter((entry) => status == null || entry.status === status);
      },
    },
    Mutation: {
      addToWatchlist: (_: unknown, { subject, status }: AddArguments, context: FilmContext) => {
        const user = signedIn(context, 'change your watchlist');
        const { title, argument } = titleOfSubject(subject);
        const entry = { titleId: title.id, status: status ?? 'WANT_TO_WATCH' };
        return watchlists.add(user, entry, argument);
      },
      setWatchStatus: (_: unknown, args: ItemArgument & StatusArgument, context: FilmContext) => {
        const user = signedIn(context, 'change your watchlist');
        const { titleId } = entryOf(watchlists, user, args);
        return watchlists.replace(user, { titleId, status: args.status });
      },
      removeFromWatchlist: (_: unknown, args: ItemArgument, context: FilmContext) => {
        const user = signedIn(context, 'change your watchlist');
        const entry = entryOf(watchlists, user, args);
        watchlists.remove(user, entry.titleId);
        return entry;
      },
    },
    WatchlistItem: {
      id: ({ titleId }: WatchlistEntry) => itemIdOf(titleId),
      title: ({ titleId }: WatchlistEntry) => titleOf(titleId),
    },
  };
}

interface StatusArgument {
  readonly status: WatchlistEntry['status'];
}

interface ItemArgument {
  readonly itemId: string;
}

interface AddArguments {
  readonly subject: WatchlistSubject;
  readonly status?: WatchlistEntry['status'] | null;
}

/** A `@oneOf` input object: exactly one member is set. */
type WatchlistSubject =
  | { readonly movieId: string; readonly tvShowId?: never }
  | { readonly tvShowId: string; readonly movieId?: never };

/** Returns the title, and the argument that refers to it. */
function titleOfSubject(subject: WatchlistSubject): { title: TitleRecord; argument: string } {
  return subject.movieId === undefined
    ? { title: tvShowOf(subject.tvShowId), argument: 'subject.tvShowId' }
    : { title: movieOf(subject.movieId), argument: 'subject.movieId' };
}

function itemIdOf(titleId: string): string {
  return `w-${titleId}`;
}

function entryOf(watchlists: Watchlists, user: string, { itemId }: ItemArgument): WatchlistEntry {
  const entry = watchlists.of(user).find(({ titleId }) => itemIdOf(titleId) === itemId);
  if (entry) return entry;
  throw filmError('NOT_FOUND', `There is no item with id "${itemId}" on the watchlist.`);
}
