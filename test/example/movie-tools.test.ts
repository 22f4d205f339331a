import { beforeEach, describe, expect, it } from 'vitest';
import { failed, kettle, notFound, unauthorized } from './film-answers.ts';
import { ada, createFilmCalls, guest } from './film-calls.ts';

let call: ReturnType<typeof createFilmCalls>;

beforeEach(() => {
  call = createFilmCalls();
});

describe('recommendMoviesForMood', () => {
  const recommended = (answer: unknown): readonly string[] => {
    const { data } = answer as { data: { recommendMoviesForMood: { id: string }[] } };
    return data.recommendMoviesForMood.map(({ id }) => id);
  };

  it('returns the films of a mood, best reviewed first', () => {
    expect(recommended(call('recommendMoviesForMood', { mood: 'COMFORT' }))).toEqual([
      'm5',
      'm4',
      'm19',
      'm11',
      'm1',
      'm12',
      'm23',
    ]);
  });

  it('describes each film', () => {
    expect(call('recommendMoviesForMood', { mood: 'ROMANCE' })).toMatchObject({
      data: {
        recommendMoviesForMood: [
          {
            ...kettle,
            moods: ['COMFORT', 'ROMANCE'],
            synopsis:
              'Rival owners of two tea rooms on one square are snowed in together for a week.',
          },
          { id: 'm19' },
          { id: 'm15' },
          { id: 'm12' },
          { id: 'm6' },
          { id: 'm24' },
        ],
      },
    });
  });

  it('excludes films that the user has watched with excludeWatched', () => {
    const args = { mood: 'COMFORT', excludeWatched: true };
    expect(recommended(call('recommendMoviesForMood', args, ada))).toEqual([
      'm4',
      'm19',
      'm1',
      'm12',
      'm23',
    ]);
    expect(recommended(call('recommendMoviesForMood', args, guest))).toHaveLength(7);
  });

  it('excludes no films by default and for null', () => {
    const args = { mood: 'COMFORT', excludeWatched: null };
    expect(recommended(call('recommendMoviesForMood', args, ada))).toHaveLength(7);
    expect(recommended(call('recommendMoviesForMood', { mood: 'COMFORT' }, ada))).toHaveLength(7);
  });

  it('fails as UNAUTHORIZED for excludeWatched of an anonymous caller', () => {
    expect(call('recommendMoviesForMood', { mood: 'COMFORT', excludeWatched: true })).toEqual(
      failed(
        ['recommendMoviesForMood'],
        'Sign in to leave out what you have watched.',
        unauthorized,
      ),
    );
  });
});

describe('listMovies', () => {
  interface MoviesAnswer {
    readonly data: {
      readonly movies: {
        readonly totalCount: number;
        readonly nodes: readonly { readonly id: string }[];
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      };
    };
  }
  const list = (args: Readonly<Record<string, unknown>>) => {
    return (call('listMovies', args) as MoviesAnswer).data.movies;
  };

  it('returns a page', () => {
    expect(call('listMovies', { first: 1 })).toEqual({
      data: {
        movies: {
          totalCount: 24,
          nodes: [kettle],
          pageInfo: { hasNextPage: true, endCursor: 'after:m4' },
        },
      },
    });
  });

  it('lists every film once over all pages', () => {
    const ids: string[] = [];
    let page = list({ first: 7 });
    ids.push(...page.nodes.map(({ id }) => id));
    while (page.pageInfo.hasNextPage) {
      page = list({ first: 7, after: page.pageInfo.endCursor });
      ids.push(...page.nodes.map(({ id }) => id));
    }
    expect(ids).toHaveLength(24);
    expect(new Set(ids).size).toBe(24);
    expect(list({ after: page.pageInfo.endCursor })).toEqual({
      totalCount: 24,
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });

  it.each([
    ['NAME', ['m4', 'm7', 'm13']],
    ['NEWEST', ['m24', 'm21', 'm17']],
    ['BEST_REVIEWED', ['m5', 'm16', 'm4']],
  ])('orders by %s', (orderBy, ids) => {
    expect(list({ orderBy, first: 3 }).nodes.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    [{ genres: ['MUSIC'] }, ['m22', 'm8', 'm15']],
    [{ mood: 'HORROR' }, ['m7', 'm3', 'm17', 'm22', 'm14']],
    [{ releasedFrom: '2024-01-19' }, ['m21', 'm17', 'm24']],
    [{ releasedUntil: '2011-10-07' }, ['m2', 'm10']],
    [{ maxRuntime: 'PT1H28M' }, ['m5', 'm16']],
    [{ maxRuntime: 'PT88M', maxAgeRating: 'AGE_0', genres: ['DOCUMENTARY', 'CRIME'] }, ['m16']],
    [{ genres: [] }, []],
    [{ genres: null, mood: null, maxRuntime: 'PT1H26M' }, ['m16']],
  ])('filters by %j', (filter, ids) => {
    expect(list({ filter, first: 50 }).nodes.map(({ id }) => id)).toEqual(ids);
  });

  it('fails as BAD_REQUEST for an unknown cursor', () => {
    expect(call('listMovies', { after: 'm4' })).toEqual(
      failed(['movies'], '"m4" is not the endCursor of a page of this list.', {
        classification: 'BAD_REQUEST',
        argument: 'after',
      }),
    );
  });

  it('rejects an invalid date before the call', () => {
    expect(call('listMovies', { filter: { releasedFrom: '2021-02-30' } })).toEqual({
      errors: [
        {
          message: expect.stringContaining('"2021-02-30" is not a day written YYYY-MM-DD.'),
          extensions: { classification: 'BAD_REQUEST' },
        },
      ],
    });
  });
});

describe('getMovieTrailer', () => {
  it('returns a trailer', () => {
    expect(call('getMovieTrailer', { id: 'm4' })).toEqual({
      data: {
        movie: {
          id: 'm4',
          name: 'A Kettle for Two',
          trailer: { url: 'https://trailers.example/m4.mp4', seconds: 118 },
        },
      },
    });
  });

  it('returns null without an error for a film without a trailer', () => {
    expect(call('getMovieTrailer', { id: 'm8' })).toEqual({
      data: { movie: { id: 'm8', name: "The Understudy's Umbrella", trailer: null } },
    });
  });

  it('returns null, an error and the other fields for one film', () => {
    expect(call('getMovieTrailer', { id: 'm17' })).toEqual({
      errors: [
        {
          message: 'The video store did not answer.',
          path: ['movie', 'trailer'],
          extensions: { classification: 'INTERNAL_ERROR', reference: 'film-26a2759d' },
        },
      ],
      data: { movie: { id: 'm17', name: 'Signal from Station Nine', trailer: null } },
    });
  });

  it('fails as NOT_FOUND for a series', () => {
    expect(call('getMovieTrailer', { id: 's1' })).toEqual({
      errors: [
        { message: 'There is no film with id "s1".', path: ['movie'], extensions: notFound },
      ],
      data: { movie: null },
    });
  });
});

describe('getShowtimes', () => {
  it('returns a list of screenings for each day of the week', () => {
    expect(call('getShowtimes', { movieId: 'm11', city: 'Porto Alba' })).toEqual({
      data: {
        showtimes: [
          {
            cinema: { name: 'Kino Anchor', city: 'Porto Alba' },
            week: [
              [{ startsAt: '20:15', hall: 2 }],
              [],
              [],
              [{ startsAt: '20:15', hall: 2 }],
              [{ startsAt: '20:15', hall: 2 }],
              [
                { startsAt: '17:45', hall: 2 },
                { startsAt: '20:15', hall: 2 },
              ],
              [{ startsAt: '17:45', hall: 2 }],
            ],
          },
        ],
      },
    });
  });

  it('returns all cities by default, and none for a film without screenings', () => {
    expect(call('getShowtimes', { movieId: 'm17' })).toMatchObject({
      data: { showtimes: [{ cinema: { city: 'Larkhaven' } }, { cinema: { city: 'Porto Alba' } }] },
    });
    expect(call('getShowtimes', { movieId: 'm1' })).toEqual({ data: { showtimes: [] } });
  });

  it('fails as BAD_REQUEST for a city without cinemas, and names cities with cinemas', () => {
    expect(call('getShowtimes', { movieId: 'm11', city: 'Atlantis' })).toEqual(
      failed(
        ['showtimes'],
        'There is no cinema in "Atlantis"; there are some in Larkhaven and Porto Alba.',
        { classification: 'BAD_REQUEST', argument: 'city' },
      ),
    );
  });

  it('returns no data if a nested non-null field fails', () => {
    expect(call('getShowtimes', { movieId: 'm18' })).toEqual(
      failed(['showtimes', 0, 'week'], 'The ticket office did not answer.', {
        classification: 'INTERNAL_ERROR',
        reference: 'film-43691b55',
      }),
    );
  });
});
