import type { MovieRecord } from './records.ts';

/** Conditions on films, as `MovieFilter` has them. */
export interface MovieFilter {
  readonly genres?: readonly string[] | null;
  readonly mood?: string | null;
  /** YYYY-MM-DD. */
  readonly releasedFrom?: string | null;
  /** YYYY-MM-DD. */
  readonly releasedUntil?: string | null;
  /** Minutes. */
  readonly maxRuntime?: number | null;
  readonly maxAgeRating?: string | null;
}

/** Says whether a film meets every condition; one that is absent or null always holds. */
export function movieFilter(filter: MovieFilter): (movie: MovieRecord) => boolean {
  const { genres, mood, releasedFrom, releasedUntil, maxRuntime, maxAgeRating } = filter;
  return (movie) =>
    (genres == null || movie.genres.some((genre) => genres.includes(genre))) &&
    (mood == null || movie.moods.includes(mood)) &&
    (releasedFrom == null || movie.releasedOn >= releasedFrom) &&
    (releasedUntil == null || movie.releasedOn <= releasedUntil) &&
    (maxRuntime == null || movie.runtime <= maxRuntime) &&
    (maxAgeRating == null || ageOf(movie.ageRating) <= ageOf(maxAgeRating));
}

function ageOf(ageRating: string): number {
  return Number(ageRating.slice('AGE_'.length));
}
