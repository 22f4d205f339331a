import { graphqlSync } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createFilmApi } from '../../src/example/film-api.ts';
import { scalarResolvers } from '../../src/example/scalars.ts';

const { Date: date, Duration: duration } = scalarResolvers;

describe('Date', () => {
  it.each(['2021-05-28', '2024-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(date.parseValue(text)).toBe(text);
    expect(date.serialize(text)).toBe(text);
  });

  it.each([
    '2021-02-30',
    '2023-02-29',
    '2021-13-01',
    '2021-5-28',
    '2021-05-28T00:00:00Z',
    '',
    'now',
  ])('rejects "%s"', (text) => {
    expect(() => date.parseValue(text)).toThrow(`"${text}" is not a day written YYYY-MM-DD.`);
  });

  it('rejects values that are not texts', () => {
    expect(() => date.parseValue(20210528)).toThrow('20210528 is not a day written YYYY-MM-DD.');
  });
});

describe('Duration', () => {
  it.each([
    ['PT1H47M', 107],
    ['PT2H', 120],
    ['PT45M', 45],
    ['PT0M', 0],
  ])('reads and writes %s as %i minutes', (text, minutes) => {
    expect(duration.parseValue(text)).toBe(minutes);
    expect(duration.serialize(minutes)).toBe(text);
  });

  it('reads more than 59 minutes', () => {
    expect(duration.parseValue('PT95M')).toBe(95);
  });

  it.each(['PT', '1:35', 'PT1.5H', 'PT1H30', '2 hours', 'PT-5M', 'PT99999M'])(
    'rejects "%s"',
    (text) => {
      expect(() => duration.parseValue(text)).toThrow(
        `"${text}" is not a length of time such as PT1H47M.`,
      );
    },
  );
});

describe('literals of custom scalars', () => {
  const { schema } = createFilmApi();

  it('are read like variables', () => {
    const source = `{ movies(filter: { releasedFrom: "2024-01-19", maxRuntime: "PT105M" }) { totalCount } }`;
    expect(graphqlSync({ schema, source })).toEqual({ data: { movies: { totalCount: 1 } } });
  });

  it('are rejected if invalid', () => {
    const source = '{ movies(filter: { releasedFrom: TODAY }) { totalCount } }';
    const { errors } = graphqlSync({ schema, source });
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('"TODAY" is not a day written YYYY-MM-DD.'),
    ]);
  });
});
