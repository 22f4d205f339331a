import { firstWatchlists, type WatchlistEntry, reviews, type ReviewRecord } from './records.ts';
import { filmError } from './context.ts';
import { sha256Hex } from '../core/text.ts';

/** The data that callers change, in memory. */
export interface FilmStore {
  readonly watchlists: Watchlists;
  readonly reviews: Reviews;
}

export function createFilmStore(): FilmStore {
  return { watchlists: new Watchlists(), reviews: new Reviews() };
}

/** Maximum number of titles on a watchlist. */
export const maxWatchlistLength = 200;

/** Maximum number of watchlists; the least recently changed one is removed first. */
export const maxWatchlists = 1_000;

type Watchlist = readonly WatchlistEntry[];

/** The watchlists of all users. */
export class Watchlists {
  readonly #lists = new BoundedMap<string, Watchlist>(maxWatchlists);

  constructor(first: ReadonlyMap<string, Watchlist> = firstWatchlists) {
    for (const [subject, list] of first) this.#lists.set(subject, list);
  }

  /** Returns the entries of a user, in the order of addition. */
  of(subject: string): Watchlist {
    return this.#lists.get(subject) ?? [];
  }

  find(subject: string, titleId: string): WatchlistEntry | undefined {
    return this.of(subject).find((entry) => entry.titleId === titleId);
  }

  /** Adds an entry; the field fails as BAD_REQUEST for `argument` if the title is listed already. */
  add(subject: string, entry: WatchlistEntry, argument: string): WatchlistEntry {
    const list = this.of(subject);
    const existing = this.find(subject, entry.titleId);
    if (existing) {
      const message = `"${entry.titleId}" is on the watchlist already, as ${existing.status}.`;
      throw filmError('BAD_REQUEST', message, argument);
    }
    if (list.length >= maxWatchlistLength) {
      const message = `The watchlist is full: it holds ${maxWatchlistLength} titles.`;
      throw filmError('BAD_REQUEST', message, argument);
    }
    this.#lists.set(subject, [...list, entry]);
    return entry;
  }

  /** Replaces the entry of the same title in its position. */
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

/** Maximum number of reviews by callers; the oldest is removed first. */
export const maxWrittenReviews = 1_000;

/** Reviews of films: the initial ones and those of callers. */
export class Reviews {
  readonly #written = new BoundedMap<string, ReviewRecord>(maxWrittenReviews);

  /** Returns the reviews of a film, the newest first. */
  of(movieId: string): readonly ReviewRecord[] {
    const written = this.#written.values().filter((review) => review.movieId === movieId);
    return [...(reviews.get(movieId) ?? []), ...written].toReversed();
  }

  /** Publishes a review; the field fails as BAD_REQUEST for a second one of the same user. */
  write(subject: string, movieId: string, opinion: Opinion): ReviewRecord {
    const key = JSON.stringify([movieId, subject]);
    if (this.#written.get(key)) {
      throw filmError('BAD_REQUEST', `"${movieId}" has your review already.`, 'movieId');
    }
    // the id is public and must not identify the author
    const id = `${movieId}-${sha256Hex(key).slice(0, 8)}`;
    const review: ReviewRecord = { id, movieId, ...opinion, themes: [] };
    this.#written.set(key, review);
    return review;
  }
}

/** A user's opinion of a film. */
interface Opinion {
  /** 1 to 10. */
  readonly score: number;
  readonly text: string;
}

/**
 * A map of at most `limit` entries, which removes the least recently set entry first. It bounds the
 * memory for data of callers.
 */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Returns the values, the least recently set first. */
  values(): readonly V[] {
    return [...this.#entries.values()];
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
