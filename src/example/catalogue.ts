import { filmError } from './context.ts';
import {
  movies,
  tvShows,
  type MovieRecord,
  type TitleRecord,
  type TvShowRecord,
} from './records.ts';

const titles: ReadonlyMap<string, TitleRecord> = byId([...movies, ...tvShows]);
const moviesById: ReadonlyMap<string, MovieRecord> = byId(movies);
const tvShowsById: ReadonlyMap<string, TvShowRecord> = byId(tvShows);

/** Returns a film or series; the field fails as NOT_FOUND if it does not exist. */
export function titleOf(id: string): TitleRecord {
  return recordOf(titles, 'film or series', id);
}

/** Returns a film; the field fails as NOT_FOUND if it does not exist. */
export function movieOf(id: string): MovieRecord {
  return recordOf(moviesById, 'film', id);
}

/** Returns a series; the field fails as NOT_FOUND if it does not exist. */
export function tvShowOf(id: string): TvShowRecord {
  return recordOf(tvShowsById, 'series', id);
}

function byId<T extends { readonly id: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

function recordOf<T>(records: ReadonlyMap<string, T>, kind: string, id: string): T {
  const record = records.get(id);
  if (record) return record;
  throw filmError('NOT_FOUND', `There is no ${kind} with id "${id}".`);
}
