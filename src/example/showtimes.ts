import type { IResolvers } from '@graphql-tools/utils';
import { movieOf } from './catalogue.ts';
import { cinemas, programme, type ProgrammeRecord } from './records.ts';
import { type FilmContext, faultOf, filmError } from './context.ts';

/** The film whose screenings fail: a nested non-null field, so its parents fail, too. */
const movieWithoutScreenings = 'm18';

/** Resolvers of the cinemas' programme. */
export function showtimeResolvers(): IResolvers<unknown, FilmContext> {
  return {
    Query: {
      showtimes: (_: unknown, { movieId, city }: ShowtimesArguments) => {
        const { id } = movieOf(movieId);
        if (city != null) checkCity(city);
        const screenings = programme.get(id) ?? [];
        return screenings.filter(({ cinema }) => city == null || cinema.city === city);
      },
    },
    CinemaProgramme: {
      week: ({ movieId, hall, week }: ProgrammeRecord) => {
        if (movieId === movieWithoutScreenings) {
          throw faultOf('The ticket office did not answer.', `screenings ${movieId}`);
        }
        return week.map((times) => times.map((startsAt) => ({ startsAt, hall })));
      },
    },
  };
}

interface ShowtimesArguments {
  readonly movieId: string;
  readonly city?: string | null;
}

function checkCity(city: string): void {
  const cities = [...new Set(cinemas.map((cinema) => cinema.city))];
  if (cities.includes(city)) return;
  const message = `There is no cinema in "${city}"; there are some in ${cities.join(' and ')}.`;
  throw filmError('BAD_REQUEST', message, 'city');
}
