import { beforeEach, describe, expect, it } from 'vitest';
import { failed, notFound, unauthorized } from './film-answers.ts';
import { ada, createFilmCalls, guest } from './film-calls.ts';

let call: ReturnType<typeof createFilmCalls>;

beforeEach(() => {
  call = createFilmCalls();
});

describe('addToWatchlist', () => {
  it('adds a film with the status WANT_TO_WATCH', () => {
    expect(call('addToWatchlist', { subject: { movieId: 'm4' } }, ada)).toEqual({
      data: {
        addToWatchlist: {
          id: 'w-m4',
          status: 'WANT_TO_WATCH',
          title: { __typename: 'Movie', id: 'm4', name: 'A Kettle for Two' },
        },
      },
    });
  });

  it('adds a series with a status', () => {
    const args = { subject: { tvShowId: 's2' }, status: 'WATCHED' };
    expect(call('addToWatchlist', args, guest)).toEqual({
      data: {
        addToWatchlist: {
          id: 'w-s2',
          status: 'WATCHED',
          title: { __typename: 'TvShow', id: 's2', name: 'The Night Bakers' },
        },
      },
    });
  });

  it('fails as BAD_REQUEST for a listed title, and names the argument', () => {
    expect(call('addToWatchlist', { subject: { movieId: 'm5' } }, ada)).toEqual(
      failed(['addToWatchlist'], '"m5" is on the watchlist already, as WATCHED.', {
        classification: 'BAD_REQUEST',
        argument: 'subject.movieId',
      }),
    );
    expect(call('addToWatchlist', { subject: { tvShowId: 's4' } }, ada)).toEqual(
      failed(['addToWatchlist'], '"s4" is on the watchlist already, as WANT_TO_WATCH.', {
        classification: 'BAD_REQUEST',
        argument: 'subject.tvShowId',
      }),
    );
  });

  it('fails as NOT_FOUND for a film instead of a series', () => {
    expect(call('addToWatchlist', { subject: { tvShowId: 'm4' } }, ada)).toEqual(
      failed(['addToWatchlist'], 'There is no series with id "m4".', notFound),
    );
  });

  it('fails as UNAUTHORIZED for anonymous callers', () => {
    expect(call('addToWatchlist', { subject: { movieId: 'm4' } })).toEqual(
      failed(['addToWatchlist'], 'Sign in to change your watchlist.', unauthorized),
    );
  });

  it('rejects a film together with a series before the call', () => {
    const args = { subject: { movieId: 'm4', tvShowId: 's2' } };
    expect(call('addToWatchlist', args, ada)).toEqual({
      errors: [{ message: expect.stringContaining('OneOf') }],
    });
  });
});

describe('the watchlist', () => {
  const listed = (answer: unknown): readonly string[] => {
    const { data } = answer as { data: { watchlist: { id: string; status: string }[] } };
    return data.watchlist.map(({ id, status }) => `${id} ${status}`);
  };

  it('lists entries in the order of addition', () => {
    call('addToWatchlist', { subject: { movieId: 'm4' } }, ada);
    expect(listed(call('myWatchlist', {}, ada))).toEqual([
      'w-m5 WATCHED',
      'w-m11 WATCHED',
      'w-s4 WANT_TO_WATCH',
      'w-m4 WANT_TO_WATCH',
    ]);
  });

  it('filters by status', () => {
    expect(listed(call('myWatchlist', { status: 'WANT_TO_WATCH' }, ada))).toEqual([
      'w-s4 WANT_TO_WATCH',
    ]);
  });

  it('separates users', () => {
    call('addToWatchlist', { subject: { movieId: 'm4' } }, guest);
    expect(listed(call('myWatchlist', {}, guest))).toEqual(['w-m4 WANT_TO_WATCH']);
    expect(listed(call('myWatchlist', {}, ada))).toHaveLength(3);
  });

  it('separates APIs', () => {
    call('addToWatchlist', { subject: { movieId: 'm4' } }, guest);
    expect(listed(createFilmCalls()('myWatchlist', {}, guest))).toEqual([]);
  });

  it('changes a status in place', () => {
    const args = { itemId: 'w-m11', status: 'WANT_TO_WATCH' };
    expect(call('setWatchStatus', args, ada)).toEqual({
      data: {
        setWatchStatus: {
          id: 'w-m11',
          status: 'WANT_TO_WATCH',
          title: { __typename: 'Movie', id: 'm11', name: 'The Great Marmalade Heist' },
        },
      },
    });
    expect(listed(call('myWatchlist', {}, ada))).toEqual([
      'w-m5 WATCHED',
      'w-m11 WANT_TO_WATCH',
      'w-s4 WANT_TO_WATCH',
    ]);
  });

  it('returns the removed entry, once', () => {
    expect(call('removeFromWatchlist', { itemId: 'w-s4' }, ada)).toEqual({
      data: {
        removeFromWatchlist: {
          id: 'w-s4',
          status: 'WANT_TO_WATCH',
          title: { __typename: 'TvShow', id: 's4', name: 'Cold Ledger' },
        },
      },
    });
    expect(call('removeFromWatchlist', { itemId: 'w-s4' }, ada)).toEqual(
      failed(
        ['removeFromWatchlist'],
        'There is no item with id "w-s4" on the watchlist.',
        notFound,
      ),
    );
  });

  it('has no items of other users', () => {
    const args = { itemId: 'w-m5', status: 'WATCHED' };
    expect(call('setWatchStatus', args, guest)).toEqual(
      failed(['setWatchStatus'], 'There is no item with id "w-m5" on the watchlist.', notFound),
    );
  });

  it.each([
    ['myWatchlist', 'watchlist', {}, 'Sign in to see your watchlist.'],
    [
      'setWatchStatus',
      'setWatchStatus',
      { itemId: 'w-m5', status: 'WATCHED' },
      'Sign in to change your watchlist.',
    ],
    [
      'removeFromWatchlist',
      'removeFromWatchlist',
      { itemId: 'w-m5' },
      'Sign in to change your watchlist.',
    ],
  ])('fails as UNAUTHORIZED in %s for anonymous callers', (tool, field, args, message) => {
    expect(call(tool, args)).toEqual(failed([field], message, unauthorized));
  });
});
