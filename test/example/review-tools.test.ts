import { beforeEach, describe, expect, it } from 'vitest';
import { failed, notFound, unauthorized } from './film-answers.ts';
import { ada, createFilmCalls, guest } from './film-calls.ts';

let call: ReturnType<typeof createFilmCalls>;

beforeEach(() => {
  call = createFilmCalls();
});

describe('summarizeMovieReviews', () => {
  it('summarizes reviews', () => {
    expect(call('summarizeMovieReviews', { movieId: 'm11' })).toEqual({
      data: {
        summarizeMovieReviews: {
          movie: { id: 'm11', name: 'The Great Marmalade Heist' },
          reviewCount: 5,
          averageScore: 8,
          summary:
            'Viewers love it. 5 of 5 scored it 7 or better. Most is said about humour, warmth, friendship and dialogue.',
          themes: ['humour', 'warmth', 'friendship', 'dialogue'],
        },
      },
    });
  });

  it('has neither summary nor score for fewer than three reviews', () => {
    expect(call('summarizeMovieReviews', { movieId: 'm7' })).toEqual({
      data: {
        summarizeMovieReviews: {
          movie: { id: 'm7', name: 'Beneath the Tidemill' },
          reviewCount: 2,
          averageScore: null,
          summary: null,
          themes: ['atmosphere', 'ending'],
        },
      },
    });
  });

  it('has no themes without reviews', () => {
    expect(call('summarizeMovieReviews', { movieId: 'm24' })).toEqual({
      data: {
        summarizeMovieReviews: {
          movie: { id: 'm24', name: "Tomorrow's Ferry" },
          reviewCount: 0,
          averageScore: null,
          summary: null,
          themes: [],
        },
      },
    });
  });

  it('counts a new review', () => {
    call('writeReview', { movieId: 'm7', score: 9, text: 'Dry land, please.' }, ada);
    expect(call('summarizeMovieReviews', { movieId: 'm7' })).toMatchObject({
      data: { summarizeMovieReviews: { reviewCount: 3, averageScore: 7.3 } },
    });
  });

  it('fails as NOT_FOUND for an unknown film', () => {
    expect(call('summarizeMovieReviews', { movieId: 'm99' })).toEqual(
      failed(['summarizeMovieReviews'], 'There is no film with id "m99".', notFound),
    );
  });

  it('fails as INTERNAL_ERROR with a reference for one film', () => {
    expect(call('summarizeMovieReviews', { movieId: 'm13' })).toEqual(
      failed(['summarizeMovieReviews'], 'The reviews of this film cannot be read.', {
        classification: 'INTERNAL_ERROR',
        reference: 'film-3a6687e1',
      }),
    );
  });
});

describe('writeReview', () => {
  const args = { movieId: 'm24', score: 8, text: ' Missed my own boat. ' };

  it('publishes a review with an anonymous id', () => {
    expect(call('writeReview', args, ada)).toEqual({
      data: {
        writeReview: {
          id: 'm24-09586ebe',
          movie: { id: 'm24', name: "Tomorrow's Ferry" },
          score: 8,
          text: 'Missed my own boat.',
        },
      },
    });
    expect(call('TitleById', { id: 'm24', withReviews: true })).toMatchObject({
      data: { title: { reviews: [{ score: 8, text: 'Missed my own boat.', themes: [] }] } },
    });
  });

  it('fails as BAD_REQUEST for a second review of a film', () => {
    call('writeReview', args, ada);
    expect(call('writeReview', args, ada)).toEqual(
      failed(['writeReview'], '"m24" has your review already.', {
        classification: 'BAD_REQUEST',
        argument: 'movieId',
      }),
    );
  });

  it.each([
    ['score', { score: 11 }, 'score must be between 1 and 10, but is 11.'],
    ['text', { text: '  ' }, 'text must have 1 to 2000 characters, but has 0.'],
  ])('fails as BAD_REQUEST for a %s out of bounds', (argument, wrong, message) => {
    expect(call('writeReview', { ...args, ...wrong }, ada)).toEqual(
      failed(['writeReview'], message, { classification: 'BAD_REQUEST', argument }),
    );
  });

  it('fails as NOT_FOUND for an unknown film', () => {
    expect(call('writeReview', { ...args, movieId: 'm0' }, ada)).toEqual(
      failed(['writeReview'], 'There is no film with id "m0".', notFound),
    );
  });

  it('fails as FORBIDDEN for a user without the scope', () => {
    expect(call('writeReview', args, guest)).toEqual(
      failed(
        ['writeReview'],
        'This account may not write reviews: it lacks the scope reviews:write.',
        { classification: 'FORBIDDEN' },
      ),
    );
  });

  it('fails as UNAUTHORIZED for anonymous callers', () => {
    expect(call('writeReview', args)).toEqual(
      failed(['writeReview'], 'Sign in to write a review.', unauthorized),
    );
  });
});
