import activity from './data/activity.json' with { type: 'json' };
import titles from './data/titles.json' with { type: 'json' };

/** All films, by ascending number of their ids. */
export const movies = titles.movies as readonly MovieRecord[];

/** All series. */
export const tvShows = titles.tvShows as readonly TvShowRecord[];

/** Curated selections of titles. */
export const collections = titles.collections as readonly CollectionRecord[];

/** Reviews by id of the film, in the order of writing. */
export const reviews: ReadonlyMap<string, readonly ReviewRecord[]> = new Map(
  Object.entries(activity.reviews),
);

/** All cinemas. */
export const cinemas: readonly CinemaRecord[] = activity.cinemas;

/** The programme of a week, by id of the film. */
export const programme: ReadonlyMap<string, readonly ProgrammeRecord[]> = new Map(
  Object.entries(activity.programme),
);

/** The initial watchlists, by subject of the user. */
export const firstWatchlists: ReadonlyMap<string, readonly WatchlistEntry[]> = new Map(
  Object.entries(activity.watchlists as Record<string, readonly WatchlistEntry[]>),
);

/** A film or a series. GraphQL resolves the type of an abstract value by its `__typename`. */
export type TitleRecord = MovieRecord | TvShowRecord;

/** A film. */
export interface MovieRecord extends TitleFields {
  readonly __typename: 'Movie';
  readonly moods: readonly string[];
  /** Minutes. */
  readonly runtime: number;
  /** Seconds; absent for a film without a trailer. */
  readonly trailerSeconds?: number;
}

/** A series. */
export interface TvShowRecord extends TitleFields {
  readonly __typename: 'TvShow';
  readonly status: 'RUNNING' | 'ENDED';
  /** Minutes. */
  readonly episodeRuntime: number;
  /** Number of episodes of each season. */
  readonly episodeCounts: readonly number[];
}

interface TitleFields {
  readonly id: string;
  readonly name: string;
  readonly synopsis: string;
  readonly genres: readonly string[];
  readonly ageRating: string;
  /** YYYY-MM-DD. */
  readonly releasedOn: string;
}

/** A curated selection of titles. */
export interface CollectionRecord {
  readonly __typename: 'Collection';
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly titleIds: readonly string[];
}

/** A viewer's review of a film. */
export interface ReviewRecord {
  readonly id: string;
  readonly movieId: string;
  /** 1 to 10. */
  readonly score: number;
  readonly text: string;
  readonly themes: readonly string[];
}

export interface CinemaRecord {
  readonly id: string;
  readonly name: string;
  readonly city: string;
}

/** The screenings of a film in one cinema in an ordinary week. */
export interface ProgrammeRecord {
  readonly movieId: string;
  readonly cinema: CinemaRecord;
  readonly hall: number;
  /** Starting times of each day, Monday first. */
  readonly week: readonly (readonly string[])[];
}

/** A title on a watchlist. */
export interface WatchlistEntry {
  readonly titleId: string;
  readonly status: 'WANT_TO_WATCH' | 'WATCHED';
}
