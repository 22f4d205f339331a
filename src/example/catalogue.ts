import { collections } from './data/collections.ts';
import { movies2010s } from './data/movies-2010s.ts';
import { movies2020s } from './data/movies-2020s.ts';
import { tvShows } from './data/tv-shows.ts';
import { filmError } from './film-error.ts';
import type { MovieRecord, TitleRecord, TvShowRecord } from './records.ts';

/** Every film, by ascending number of its id. */
export const movies: readonly MovieRecord[] = [...movies2010s, ...movies2020s];

export { collections, tvShows };

const titles: ReadonlyMap<string, TitleRecord> = byId([...movies, ...tvShows]);
const moviesById: ReadonlyMap<string, MovieRecord> = byId(movies);
const tvShowsById: ReadonlyMap<string, TvShowRecord> = byId(tvShows);

/** The film or series of this id; without one the field fails as NOT_FOUND. */
export function titleOf(id: string): TitleRecord {
  return found(titles, 'film or series', id);
}

/** The film of this id; without one the field fails as NOT_FOUND. */
export function movieOf(id: string): MovieRecord {
  return found(moviesById, 'film', id);
}

/** The series of this id; without one the field fails as NOT_FOUND. */
export function tvShowOf(id: string): TvShowRecord {
  return found(tvShowsById, 'series', id);
}

function byId<T extends { readonly id: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

function found<T>(records: ReadonlyMap<string, T>, what: string, id: string): T {
  const record = records.get(id);
  if (record) return record;
  throw filmError('NOT_FOUND', `There is no ${what} with id "${id}".`);
}
