import { describe, expect, it } from 'vitest';
import {
  collections,
  movies,
  tvShows,
  programme,
  reviews,
  firstWatchlists,
} from '../../src/example/records.ts';
import { titleOf } from '../../src/example/catalogue.ts';
import { createFilmApi } from '../../src/example/film-api.ts';
import { scalarResolvers } from '../../src/example/scalars.ts';

const { schema } = createFilmApi();

function valuesOf(name: string): readonly string[] {
  const type = schema.getType(name);
  if (!type || !('getValues' in type)) throw new Error(`${name} is no enum.`);
  return type.getValues().map((value) => value.name);
}

describe('the data of the film API', () => {
  it('has 24 films and 8 series, each with a unique id and name', () => {
    expect([movies.length, tvShows.length]).toEqual([24, 8]);
    const all = [...movies, ...tvShows, ...collections];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it.each([...movies, ...tvShows].map((title) => [title.name, title] as const))(
    '"%s" holds what the SDL allows',
    (_, title) => {
      expect(valuesOf('Genre')).toEqual(expect.arrayContaining([...title.genres]));
      expect(valuesOf('AgeRating')).toContain(title.ageRating);
      expect(scalarResolvers.Date.parseValue(title.releasedOn)).toBe(title.releasedOn);
    },
  );

  it.each([
    ['COMFORT', 7],
    ['ADVENTURE', 5],
    ['ROMANCE', 6],
    ['HORROR', 5],
    ['THOUGHTFUL', 6],
    ['COMEDY', 5],
  ])('has films for the mood %s', (mood, count) => {
    expect(valuesOf('Mood')).toContain(mood);
    expect(movies.filter(({ moods }) => moods.includes(mood))).toHaveLength(count);
  });

  it('refers only to titles that exist', () => {
    const ids = [
      ...reviews.keys(),
      ...programme.keys(),
      ...collections.flatMap(({ titleIds }) => titleIds),
      ...[...firstWatchlists.values()].flat().map(({ titleId }) => titleId),
    ];
    expect(ids.map((id) => titleOf(id).id)).toEqual(ids);
  });

  it('has scores from 1 to 10, and seven days a week', () => {
    const scores = [...reviews.values()].flat().map(({ score }) => score);
    expect(scores.filter((score) => score < 1 || score > 10)).toEqual([]);
    const weeks = [...programme.values()].flat().map(({ week }) => week.length);
    expect(new Set(weeks)).toEqual(new Set([7]));
  });
});
