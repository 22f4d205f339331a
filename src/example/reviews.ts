import type { IResolvers } from '@graphql-tools/utils';
import { numberWithin, textWithin } from './arguments.ts';
import { movieOf } from './catalogue.ts';
import { requireScope, signedIn, type FilmContext, faultOf } from './context.ts';
import type { FilmStore } from './store.ts';
import type { ReviewRecord, MovieRecord } from './records.ts';

/** The film whose summary fails: a non-null field, so no data. */
const movieWithoutSummary = 'm13';

/** Resolvers of reviews. */
export function reviewResolvers({ reviews }: FilmStore): IResolvers<unknown, FilmContext> {
  return {
    Query: {
      summarizeMovieReviews: (_: unknown, { movieId }: { readonly movieId: string }) => {
        const movie = movieOf(movieId);
        if (movieId === movieWithoutSummary) {
          throw faultOf('The reviews of this film cannot be read.', `summary ${movieId}`);
        }
        return summaryOf(movie, reviews.of(movieId));
      },
    },
    Mutation: {
      writeReview: (_: unknown, args: ReviewArguments, context: FilmContext) => {
        const subject = signedIn(context, 'write a review');
        requireScope(context, 'reviews:write', 'write reviews');
        const { id } = movieOf(args.movieId);
        const score = numberWithin(args.score, { min: 1, max: 10 }, 'score');
        const text = textWithin(args.text, { min: 1, max: 2_000 }, 'text');
        return reviews.write(subject, id, { score, text });
      },
    },
    Review: {
      movie: ({ movieId }: ReviewRecord) => movieOf(movieId),
    },
  };
}

interface ReviewArguments {
  readonly movieId: string;
  readonly score: number;
  readonly text: string;
}

/** The summary of the reviews of a film. */
interface ReviewSummary {
  readonly movie: MovieRecord;
  readonly reviewCount: number;
  readonly summary: string | null;
  readonly averageScore: number | null;
  readonly themes: readonly string[];
}

/** Summarizes the reviews of a film; fewer than three have themes only. */
export function summaryOf(movie: MovieRecord, reviews: readonly ReviewRecord[]): ReviewSummary {
  const averageScore = averageScoreOf(reviews);
  const themes = themesOf(reviews);
  const summary = averageScore === null ? null : opinionOf(averageScore, reviews, themes);
  return { movie, reviewCount: reviews.length, summary, averageScore, themes };
}

/** Returns the mean score with one decimal; null for fewer than three reviews. */
export function averageScoreOf(reviews: readonly ReviewRecord[]): number | null {
  if (reviews.length < 3) return null;
  const sum = reviews.reduce((total, { score }) => total + score, 0);
  return Math.round((sum / reviews.length) * 10) / 10;
}

function opinionOf(
  averageScore: number,
  reviews: readonly ReviewRecord[],
  themes: readonly string[],
): string {
  const good = reviews.filter(({ score }) => score >= 7).length;
  const subject = themes.length === 0 ? '' : ` Most is said about ${inWords(themes)}.`;
  return `${verdictOf(averageScore)} ${good} of ${reviews.length} scored it 7 or better.${subject}`;
}

function verdictOf(averageScore: number): string {
  if (averageScore >= 8) return 'Viewers love it.';
  if (averageScore >= 6.5) return 'Viewers like it.';
  return averageScore >= 5 ? 'Viewers are divided.' : 'Viewers are disappointed.';
}

function themesOf(reviews: readonly ReviewRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const theme of reviews.flatMap(({ themes }) => themes)) {
    counts.set(theme, (counts.get(theme) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
    .slice(0, 4)
    .map(([theme]) => theme);
}

function inWords(words: readonly string[]): string {
  return words.length === 1
    ? `${words[0]}`
    : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
