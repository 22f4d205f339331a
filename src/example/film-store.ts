import { Reviews } from './reviews.ts';
import { Watchlists } from './watchlists.ts';

/** What callers change, in memory. */
export interface FilmStore {
  readonly watchlists: Watchlists;
  readonly reviews: Reviews;
}

export function createFilmStore(): FilmStore {
  return { watchlists: new Watchlists(), reviews: new Reviews() };
}
