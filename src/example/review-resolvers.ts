import type { IResolvers } from '@graphql-tools/utils';
import { numberWithin, textWithin } from './bounds.ts';
import { movieOf } from './catalogue.ts';
import { requireScope, signedIn, type FilmContext } from './film-context.ts';
import { faultOf } from './film-error.ts';
import type { FilmStore } from './film-store.ts';
import type { ReviewRecord } from './records.ts';
import { summaryOf } from './review-summary.ts';

/** The film whose reviews cannot be summed up: a non-null field that fails, so no data at all. */
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
