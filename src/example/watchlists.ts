import { BoundedMap } from './bounded-map.ts';
import { firstWatchlists, type WatchlistEntry } from './data/watchlists.ts';
import { filmError } from './film-error.ts';

/** Most things on one watchlist. */
export const maxWatchlistLength = 200;

/** Most watchlists kept; the one that was changed longest ago goes first. */
export const maxWatchlists = 1_000;

type Watchlist = readonly WatchlistEntry[];

/** Everybody's watchlists, in memory. */
export class Watchlists {
  readonly #lists = new BoundedMap<string, Watchlist>(maxWatchlists);

  constructor(first: ReadonlyMap<string, Watchlist> = firstWatchlists) {
    for (const [subject, list] of first) this.#lists.set(subject, list);
  }

  /** The entries of a user, in the order they were added. */
  of(subject: string): Watchlist {
    return this.#lists.get(subject) ?? [];
  }

  find(subject: string, titleId: string): WatchlistEntry | undefined {
    return this.of(subject).find((entry) => entry.titleId === titleId);
  }

  /** Adds an entry; one that is there already fails as BAD_REQUEST and names `argument`. */
  add(subject: string, entry: WatchlistEntry, argument: string): WatchlistEntry {
    const list = this.of(subject);
    const known = this.find(subject, entry.titleId);
    if (known) {
      const message = `"${entry.titleId}" is on the watchlist already, as ${known.status}.`;
      throw filmError('BAD_REQUEST', message, argument);
    }
    if (list.length >= maxWatchlistLength) {
      const message = `The watchlist is full: it holds ${maxWatchlistLength} titles.`;
      throw filmError('BAD_REQUEST', message, argument);
    }
    this.#lists.set(subject, [...list, entry]);
    return entry;
  }

  /** Replaces the entry of the same title, at its place. */
  replace(subject: string, entry: WatchlistEntry): WatchlistEntry {
    const list = this.of(subject);
    const next = list.map((old) => (old.titleId === entry.titleId ? entry : old));
    this.#lists.set(subject, next);
    return entry;
  }

  remove(subject: string, titleId: string): void {
    const next = this.of(subject).filter((entry) => entry.titleId !== titleId);
    this.#lists.set(subject, next);
  }
}
