import { describe, expect, it } from 'vitest';
import {
  BoundedMap,
  maxWrittenReviews,
  Reviews,
  maxWatchlistLength,
  maxWatchlists,
  Watchlists,
} from '../../src/example/store.ts';

describe('BoundedMap', () => {
  it('removes the least recently set entry', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect(map.values()).toEqual([3, 4]);
    expect(map.get('b')).toBeUndefined();
  });
});

describe('Watchlists', () => {
  it('holds a bounded number of titles for each user', () => {
    const watchlists = new Watchlists(new Map());
    for (let index = 0; index < maxWatchlistLength; index += 1) {
      watchlists.add('ada', { titleId: `t${index}`, status: 'WATCHED' }, 'subject.movieId');
    }
    expect(() =>
      watchlists.add('ada', { titleId: 'one-more', status: 'WATCHED' }, 'subject.movieId'),
    ).toThrow('The watchlist is full: it holds 200 titles.');
    watchlists.remove('ada', 't0');
    watchlists.add('ada', { titleId: 'one-more', status: 'WATCHED' }, 'subject.movieId');
    expect(watchlists.of('ada')).toHaveLength(maxWatchlistLength);
  });

  it('holds a bounded number of lists', () => {
    const watchlists = new Watchlists(new Map());
    for (let index = 0; index <= maxWatchlists; index += 1) {
      watchlists.add(`user${index}`, { titleId: 'm1', status: 'WATCHED' }, 'subject.movieId');
    }
    expect(watchlists.of('user0')).toEqual([]);
    expect(watchlists.of('user1')).toEqual([{ titleId: 'm1', status: 'WATCHED' }]);
    expect(watchlists.of(`user${maxWatchlists}`)).toEqual([{ titleId: 'm1', status: 'WATCHED' }]);
  });

  it('separates users with any names', () => {
    const watchlists = new Watchlists(new Map());
    watchlists.add('__proto__', { titleId: 'm1', status: 'WATCHED' }, 'subject.movieId');
    expect(watchlists.of('constructor')).toEqual([]);
    expect(watchlists.of('__proto__')).toEqual([{ titleId: 'm1', status: 'WATCHED' }]);
  });
});

describe('Reviews', () => {
  it('keeps a bounded number of written reviews', () => {
    const reviews = new Reviews();
    for (let index = 0; index <= maxWrittenReviews; index += 1) {
      reviews.write(`user${index}`, 'm24', { score: 5, text: `No. ${index}` });
    }
    const kept = reviews.of('m24');
    expect(kept).toHaveLength(maxWrittenReviews);
    expect(kept[0]?.text).toBe(`No. ${maxWrittenReviews}`);
    expect(kept.at(-1)?.text).toBe('No. 1');
  });

  it('gives every review a unique id', () => {
    const reviews = new Reviews();
    for (let index = 0; index < 200; index += 1) {
      reviews.write(`user${index}`, 'm1', { score: 5, text: 'Fine.' });
    }
    const ids = reviews.of('m1').map(({ id }) => id);
    expect(new Set(ids).size).toBe(204);
  });
});
