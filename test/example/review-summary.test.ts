import { describe, expect, it } from 'vitest';
import { movieOf } from '../../src/example/catalogue.ts';
import type { ReviewRecord } from '../../src/example/records.ts';
import { summaryOf } from '../../src/example/reviews.ts';

const movie = movieOf('m1');

function reviewsOf(...scores: readonly number[]): readonly ReviewRecord[] {
  return scores.map((score, index) => {
    return { id: `r${index}`, movieId: 'm1', score, text: '', themes: [] };
  });
}

describe('summaryOf', () => {
  it.each([
    [[9, 8, 7], 8, 'Viewers love it. 3 of 3 scored it 7 or better.'],
    [[7, 7, 6], 6.7, 'Viewers like it. 2 of 3 scored it 7 or better.'],
    [[5, 6, 4], 5, 'Viewers are divided. 0 of 3 scored it 7 or better.'],
    [[1, 2, 8, 3], 3.5, 'Viewers are disappointed. 1 of 4 scored it 7 or better.'],
  ])('summarizes scores %j', (scores, averageScore, summary) => {
    expect(summaryOf(movie, reviewsOf(...scores))).toEqual({
      movie,
      reviewCount: scores.length,
      averageScore,
      summary,
      themes: [],
    });
  });

  it('has no opinion for fewer than three reviews', () => {
    expect(summaryOf(movie, reviewsOf(10, 10))).toMatchObject({
      reviewCount: 2,
      averageScore: null,
      summary: null,
    });
  });

  it('names at most four themes, the most frequent first and then by alphabet', () => {
    const [first, second, third] = reviewsOf(8, 8, 8);
    const themed = [
      { ...first!, themes: ['sound', 'pacing', 'craft'] },
      { ...second!, themes: ['sound', 'warmth', 'craft'] },
      { ...third!, themes: ['ending', 'sound'] },
    ];
    expect(summaryOf(movie, themed)).toMatchObject({
      themes: ['sound', 'craft', 'ending', 'pacing'],
      summary:
        'Viewers love it. 3 of 3 scored it 7 or better. Most is said about sound, craft, ending and pacing.',
    });
    expect(
      summaryOf(
        movie,
        themed.map((review) => ({ ...review, themes: ['sound'] })),
      ),
    ).toMatchObject({
      summary: 'Viewers love it. 3 of 3 scored it 7 or better. Most is said about sound.',
    });
  });
});
