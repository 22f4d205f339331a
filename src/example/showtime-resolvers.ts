import type { IResolvers } from '@graphql-tools/utils';
import { movieOf } from './catalogue.ts';
import { cinemas, programme, type ProgrammeRecord } from './data/programme.ts';
import type { FilmContext } from './film-context.ts';
import { faultOf, filmError } from './film-error.ts';

/** The film whose screenings cannot be had: a non-null field deep down fails, and all above it. */
const movieWithoutScreenings = 'm18';

/** Resolvers of the cinemas' programme. */
export function showtimeResolvers(): IResolvers<unknown, FilmContext> {
  return {
    Query: {
      showtimes: (_: unknown, { movieId, city }: ShowtimesArguments) => {
        const { id } = movieOf(movieId);
        if (city != null) checkCity(city);
        const shown = programme.get(id) ?? [];
        return shown.filter(({ cinema }) => city == null || cinema.city === city);
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
