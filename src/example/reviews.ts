import { sha256Hex } from '../core/hash.ts';
import { BoundedMap } from './bounded-map.ts';
import { reviews } from './data/reviews.ts';
import { filmError } from './film-error.ts';
import type { ReviewRecord } from './records.ts';

/** Most reviews that callers have written and that are kept; the oldest goes first. */
export const maxWrittenReviews = 1_000;

/** Reviews of films: those of the example's data and those written since, in memory. */
export class Reviews {
  readonly #written = new BoundedMap<string, ReviewRecord>(maxWrittenReviews);

  /** Reviews of a film, the newest first. */
  of(movieId: string): readonly ReviewRecord[] {
    const written = this.#written.values().filter((review) => review.movieId === movieId);
    return [...(reviews.get(movieId) ?? []), ...written].toReversed();
  }

  /** Publishes a review; a second one of the same user fails as BAD_REQUEST. */
  write(subject: string, movieId: string, opinion: Opinion): ReviewRecord {
    const key = JSON.stringify([movieId, subject]);
    if (this.#written.get(key)) {
      throw filmError('BAD_REQUEST', `"${movieId}" has your review already.`, 'movieId');
    }
    // an id that anybody may see must not say who wrote
    const id = `${movieId}-${sha256Hex(key).slice(0, 8)}`;
    const review: ReviewRecord = { id, movieId, ...opinion, themes: [] };
    this.#written.set(key, review);
    return review;
  }
}

/** What a user thinks of a film. */
export interface Opinion {
  /** 1 to 10. */
  readonly score: number;
  readonly text: string;
}
