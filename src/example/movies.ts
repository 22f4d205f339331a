import type { IResolvers } from '@graphql-tools/utils';
import { numberWithin, pageSizes, pageOf, type PageArguments } from './arguments.ts';
import { movieOf } from './catalogue.ts';
import { movies, type MovieRecord } from './records.ts';
import { signedIn, type FilmContext, faultOf } from './context.ts';
import type { FilmStore } from './store.ts';
import { averageScoreOf } from './reviews.ts';
import { watchStatusOf } from './titles.ts';

/** The film whose trailer fails: a nullable field, so a partial result. */
const movieWithoutVideo = 'm17';

/** Resolvers of films. */
export function movieResolvers(store: FilmStore): IResolvers<unknown, FilmContext> {
  const scoreOf = ({ id }: MovieRecord) => averageScoreOf(store.reviews.of(id));
  return {
    Query: {
      movie: (_: unknown, { id }: { readonly id: string }) => movieOf(id),
      movies: (_: unknown, { filter, orderBy, ...page }: MoviesArguments) => {
        const order = orders[orderBy ?? 'NAME'](scoreOf);
        return pageOf(movies.filter(movieFilter(filter ?? {})).toSorted(order), page);
      },
      recommendMoviesForMood: (_: unknown, args: MoodArguments, context: FilmContext) => {
        const suitable = movies.filter(({ moods }) => moods.includes(args.mood));
        const unseen = args.excludeWatched ? suitable.filter(unwatched(store, context)) : suitable;
        return unseen.toSorted(orders.BEST_REVIEWED(scoreOf));
      },
    },
    Movie: {
      year: ({ releasedOn }: MovieRecord) => Number(releasedOn.slice(0, 4)),
      watchStatus: watchStatusOf(store),
      averageScore: scoreOf,
      trailer: trailerOf,
      reviews: ({ id }: MovieRecord, { first }: PageArguments) => {
        return store.reviews.of(id).slice(0, numberWithin(first ?? 3, pageSizes, 'first'));
      },
    },
  };
}

interface MoviesArguments extends PageArguments {
  readonly filter?: MovieFilter | null;
  readonly orderBy?: keyof typeof orders | null;
}

interface MoodArguments {
  readonly mood: string;
  readonly excludeWatched?: boolean | null;
}

type ScoreOf = (movie: MovieRecord) => number | null;

/** Comparisons by `MovieOrder`. */
const orders = {
  NAME: () => byName,
  NEWEST: () => (a: MovieRecord, b: MovieRecord) => (a.releasedOn < b.releasedOn ? 1 : -1),
  BEST_REVIEWED: (scoreOf: ScoreOf) => (a: MovieRecord, b: MovieRecord) => {
    return (scoreOf(b) ?? 0) - (scoreOf(a) ?? 0) || byName(a, b);
  },
} as const;

function byName(a: MovieRecord, b: MovieRecord): number {
  return a.name < b.name ? -1 : 1;
}

function unwatched(
  { watchlists }: FilmStore,
  context: FilmContext,
): (movie: MovieRecord) => boolean {
  const subject = signedIn(context, 'leave out what you have watched');
  return ({ id }) => watchlists.find(subject, id)?.status !== 'WATCHED';
}

function trailerOf({ id, trailerSeconds }: MovieRecord): Trailer | null {
  if (id === movieWithoutVideo) throw faultOf('The video store did not answer.', `trailer ${id}`);
  if (trailerSeconds === undefined) return null;
  return { url: `https://trailers.example/${id}.mp4`, seconds: trailerSeconds };
}

interface Trailer {
  readonly url: string;
  readonly seconds: number;
}

/** The input object `MovieFilter`. */
interface MovieFilter {
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

/** Returns whether a film meets all conditions that are not null. */
function movieFilter(filter: MovieFilter): (movie: MovieRecord) => boolean {
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
