import type { CinemaRecord } from '../records.ts';

/** What a cinema shows of one film in an ordinary week. */
export interface ProgrammeRecord {
  readonly movieId: string;
  readonly cinema: CinemaRecord;
  readonly hall: number;
  /** Starting times of each day, Monday first. */
  readonly week: readonly (readonly string[])[];
}

const meridian: CinemaRecord = { id: 'k1', name: 'The Meridian', city: 'Larkhaven' };
const anchor: CinemaRecord = { id: 'k2', name: 'Kino Anchor', city: 'Porto Alba' };
const granary: CinemaRecord = { id: 'k3', name: 'The Old Granary', city: 'Larkhaven' };

/** Every cinema there is. */
export const cinemas: readonly CinemaRecord[] = [meridian, anchor, granary];

/** The week's programme by id of the film. */
export const programme: ReadonlyMap<string, readonly ProgrammeRecord[]> = new Map([
  of(
    'm11',
    shown(meridian, 1, '', '18:00', '18:00', '', '18:00 20:30', '15:30 18:00 20:30', '15:30'),
    shown(anchor, 2, '20:15', '', '', '20:15', '20:15', '17:45 20:15', '17:45'),
  ),
  of('m15', shown(granary, 1, '', '', '', '19:30', '19:30', '19:30 22:00', '')),
  of(
    'm17',
    shown(meridian, 2, '20:45', '20:45', '20:45', '20:45', '20:45', '20:45', '20:45'),
    shown(anchor, 1, '', '', '21:00', '', '21:00 23:30', '21:00 23:30', ''),
  ),
  of('m18', shown(granary, 2, '', '', '', '', '21:00', '21:00', '')),
  of('m21', shown(anchor, 2, '', '18:30', '', '', '18:30', '16:00 18:30', '16:00')),
  of(
    'm24',
    shown(meridian, 3, '', '', '19:00', '', '', '17:00', '11:00'),
    shown(granary, 1, '', '20:00', '', '', '', '', '17:00 20:00'),
  ),
]);

type Showing = Omit<ProgrammeRecord, 'movieId'>;

type Week = readonly [string, string, string, string, string, string, string];

function of(
  movieId: string,
  ...showings: readonly Showing[]
): [movieId: string, programme: readonly ProgrammeRecord[]] {
  return [movieId, showings.map((showing) => ({ movieId, ...showing }))];
}

function shown(cinema: CinemaRecord, hall: number, ...days: Week): Showing {
  const week = days.map((times) => (times === '' ? [] : times.split(' ')));
  return { cinema, hall, week };
}
