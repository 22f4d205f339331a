import { beforeEach, describe, expect, it } from 'vitest';
import { bakers, failed, kettle, notFound } from './film-answers.ts';
import { ada, createFilmCalls } from './film-calls.ts';

let call: ReturnType<typeof createFilmCalls>;

beforeEach(() => {
  call = createFilmCalls();
});

describe('searchTitles', () => {
  const found = (answer: unknown): readonly string[] => {
    const { data } = answer as { data: { search: { id: string }[] } };
    return data.search.map(({ id }) => id);
  };

  it('finds films, series and collections, matches in the name first', () => {
    const answer = call('searchTitles', { text: 'NIGHT' });
    expect(found(answer)).toEqual(['m3', 'm15', 's2', 'c4', 'm1', 'm10', 'm12']);
    expect(answer).toMatchObject({
      data: {
        search: [
          { __typename: 'Movie', runtime: 'PT1H36M' },
          { __typename: 'Movie' },
          { __typename: 'TvShow', ...bakers },
          {
            __typename: 'Collection',
            id: 'c4',
            name: 'First Film Night',
            description: 'For a first evening with children who ask what happens next.',
            titles: [
              { id: 's5', name: 'Hedgerow' },
              { id: 'm5', name: 'The Orchard Upstairs' },
              { id: 'm1', name: "The Lamplighter's Map" },
            ],
          },
          { __typename: 'Movie' },
          { __typename: 'Movie' },
          { __typename: 'Movie' },
        ],
      },
    });
  });

  it('finds the requested kinds and number', () => {
    const kinds = ['COLLECTION', 'TV_SHOW'];
    expect(found(call('searchTitles', { text: 'night', kinds }))).toEqual(['s2', 'c4']);
    expect(found(call('searchTitles', { text: 'night', kinds: [], first: 2 }))).toEqual([
      'm3',
      'm15',
    ]);
    expect(found(call('searchTitles', { text: 'night', kinds: null }))).toHaveLength(7);
  });

  it('returns an empty list without matches', () => {
    expect(call('searchTitles', { text: 'zeppelin' })).toEqual({ data: { search: [] } });
  });

  it('fails as BAD_REQUEST for a text or a number out of bounds', () => {
    expect(call('searchTitles', { text: ' x ' })).toEqual(
      failed(['search'], 'text must have 2 to 80 characters, but has 1.', {
        classification: 'BAD_REQUEST',
        argument: 'text',
      }),
    );
    expect(call('searchTitles', { text: 'night', first: 51 })).toEqual(
      failed(['search'], 'first must be between 1 and 50, but is 51.', {
        classification: 'BAD_REQUEST',
        argument: 'first',
      }),
    );
  });
});

describe('getTitle', () => {
  it('returns a film', () => {
    expect(call('TitleById', { id: 'm4' })).toEqual({
      data: {
        title: {
          __typename: 'Movie',
          ...kettle,
          synopsis:
            'Rival owners of two tea rooms on one square are snowed in together for a week.',
          watchStatus: null,
          moods: ['COMFORT', 'ROMANCE'],
        },
      },
    });
  });

  it('returns the newest reviews of a film', () => {
    expect(call('TitleById', { id: 'm20', withReviews: true })).toMatchObject({
      data: {
        title: {
          reviews: [
            { score: 8, text: 'I missed my old teachers.', themes: ['warmth'] },
            { score: 9, text: 'Says everything with chalk.', themes: ['craft', 'courage'] },
          ],
        },
      },
    });
  });

  it('returns a series, with its seasons and the status on the watchlist', () => {
    expect(call('TitleById', { id: 's4', withReviews: true }, ada)).toEqual({
      data: {
        title: {
          __typename: 'TvShow',
          id: 's4',
          name: 'Cold Ledger',
          synopsis: 'An auditor who has never left her desk finds a murder between two columns.',
          watchStatus: 'WANT_TO_WATCH',
          genres: ['CRIME', 'THRILLER'],
          ageRating: 'AGE_16',
          releasedOn: '2022-10-03',
          status: 'RUNNING',
          episodeRuntime: 'PT52M',
          seasons: [
            { number: 1, episodeCount: 6 },
            { number: 2, episodeCount: 6 },
          ],
        },
      },
    });
  });

  it('fails as NOT_FOUND, with every root field null, for an unknown id', () => {
    expect(call('TitleById', { id: 'x1' })).toEqual({
      errors: [
        {
          message: 'There is no film or series with id "x1".',
          path: ['title'],
          extensions: notFound,
        },
      ],
      data: { title: null },
    });
  });
});

describe('compareTitles', () => {
  it('returns a film and a series', () => {
    expect(call('compareTitles', { first: 'm4', second: 's2' })).toEqual({
      data: {
        first: { __typename: 'Movie', ...kettle },
        second: { __typename: 'TvShow', ...bakers },
      },
    });
  });

  it('returns the existing one and an error for the other', () => {
    expect(call('compareTitles', { first: 'm4', second: 'm404' })).toEqual({
      errors: [
        {
          message: 'There is no film or series with id "m404".',
          path: ['second'],
          extensions: notFound,
        },
      ],
      data: { first: { __typename: 'Movie', ...kettle }, second: null },
    });
  });
});

describe('listCollections', () => {
  it('returns films and series in the order of the collection', () => {
    const answer = call('listCollections') as { data: { collections: unknown[] } };
    expect(answer.data.collections).toHaveLength(4);
    expect(answer.data.collections[1]).toEqual({
      id: 'c2',
      name: 'On the Water',
      description: 'Boats, quays and tides, and what they carry away.',
      titles: [
        { __typename: 'TvShow', id: 's1', name: 'Harbour Row' },
        { __typename: 'Movie', id: 'm2', name: 'Salt and Cedar' },
        { __typename: 'Movie', id: 'm13', name: 'Compass Without North' },
        { __typename: 'Movie', id: 'm24', name: "Tomorrow's Ferry" },
      ],
    });
  });
});
