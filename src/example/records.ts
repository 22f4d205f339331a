/** A film as it is stored; what others say or do about it is elsewhere. */
export interface MovieRecord extends TitleFields {
  readonly __typename: 'Movie';
  readonly moods: readonly string[];
  /** Minutes. */
  readonly runtime: number;
  /** Seconds; absent for a film without a trailer. */
  readonly trailerSeconds?: number;
}

/** A series as it is stored. */
export interface TvShowRecord extends TitleFields {
  readonly __typename: 'TvShow';
  readonly status: 'RUNNING' | 'ENDED';
  /** Minutes. */
  readonly episodeRuntime: number;
  /** Episodes of each season, the first season first. */
  readonly episodeCounts: readonly number[];
}

/** A film or a series. GraphQL finds the type of an abstract value by its `__typename`. */
export type TitleRecord = MovieRecord | TvShowRecord;

/** A selection of titles made by hand. */
export interface CollectionRecord {
  readonly __typename: 'Collection';
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly titleIds: readonly string[];
}

/** What one viewer says about a film. */
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

interface TitleFields {
  readonly id: string;
  readonly name: string;
  readonly synopsis: string;
  readonly genres: readonly string[];
  readonly ageRating: string;
  /** YYYY-MM-DD. */
  readonly releasedOn: string;
}
