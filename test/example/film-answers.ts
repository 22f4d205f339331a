/** The answer of an operation whose non-null root field failed. */
export function failed(path: readonly (string | number)[], message: string, extensions: object) {
  return { errors: [{ message, path, extensions }], data: null };
}

export const notFound = { classification: 'NOT_FOUND' };
export const unauthorized = { classification: 'UNAUTHORIZED' };

/** Film m4, as fragment `MovieCard` selects it. */
export const kettle = {
  id: 'm4',
  name: 'A Kettle for Two',
  genres: ['ROMANCE', 'COMEDY'],
  ageRating: 'AGE_0',
  releasedOn: '2018-02-09',
  runtime: 'PT1H39M',
  averageScore: 8.3,
};

/** Series s2, as fragment `TvShowCard` selects it. */
export const bakers = {
  id: 's2',
  name: 'The Night Bakers',
  genres: ['DOCUMENTARY'],
  ageRating: 'AGE_0',
  releasedOn: '2021-01-11',
  status: 'RUNNING',
  episodeRuntime: 'PT29M',
};
