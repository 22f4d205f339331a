import { describe, expect, it } from 'vitest';
import { titleOf } from '../../src/compile/describe.ts';

describe('titleOf', () => {
  it.each([
    ['recommendMoviesForMood', 'Recommend movies for mood'],
    ['GetHTTPStatus_v2', 'Get HTTP status v2'],
    ['get_user', 'Get user'],
    ['X', 'X'],
    ['findA', 'Find A'],
    ['top10Films', 'Top10 films'],
    ['__', '__'],
    ['ünten', 'Ünten'],
  ])('derives from %s: %s', (name, title) => {
    expect(titleOf(name)).toBe(title);
  });

  it('uses the configured title, without invisible characters', () => {
    expect(titleOf('find', ' Find\u200B films\u0007 ')).toBe('Find films');
  });

  it.each(['', '  ', '\u200B'])('derives a title if the configured one is %j', (configured) => {
    expect(titleOf('findFilm', configured)).toBe('Find film');
  });
});
