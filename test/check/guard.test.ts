import { describe, expect, it } from 'vitest';
import { allowedByLock } from '../../src/check/guard.ts';
import { formatLock } from '../../src/check/surface/lock.ts';
import { readLock } from '../../src/check/surface/read-lock.ts';
import { surfaceOf } from '../../src/check/surface/compile-surface.ts';
import { baseOperations, baseSdl } from './support/catalogue/base-api.ts';
import { compileSources, sourcesOf } from './support/run-change.ts';

const locked = compileSources(sourcesOf(baseSdl, baseOperations));
const lock = readLock(formatLock(surfaceOf(locked.catalog, locked)), 'tools.lock.json');

function guard(sdl: string, operations: string) {
  const { catalog, schemas } = compileSources(sourcesOf(sdl, operations));
  const { catalog: allowed, refused } = allowedByLock(catalog, lock, schemas);
  return { catalog, allowed, refused, tools: [...allowed.tools.keys()] };
}

describe('a locked gateway', () => {
  it('serves the same catalog if nothing changed', () => {
    const { catalog, allowed, refused } = guard(baseSdl, baseOperations);
    expect(refused).toEqual([]);
    expect(allowed).toBe(catalog);
  });

  it('serves a tool with a safe change', () => {
    const sdl = baseSdl.replace('input Range { from', 'input Range { step: Int from');
    expect(guard(sdl, baseOperations).refused).toEqual([]);
  });

  it('refuses a tool that is not in the lock', () => {
    const { tools, refused, allowed } = guard(
      baseSdl,
      `${baseOperations}\nquery Extra { movies { id } }`,
    );
    expect(tools).toEqual(['Forget', 'GetMovie', 'GetTitle', 'ListMovies', 'Rate', 'Search']);
    expect(refused).toEqual([
      {
        code: 'TOOL_NOT_LOCKED',
        severity: 'error',
        message: '"Extra" is not in the lock.',
        hint: 'Review the tool, and lock it with `check --update`.',
        tool: 'Extra',
        place: { file: 'operations/movies.graphql', line: 37, column: 1 },
      },
    ]);
    expect(allowed.skipped).toEqual(refused);
  });

  it.each([
    ['answers more', baseSdl.replace('tagline: String!', 'tagline: String'), baseOperations],
    [
      'says something else',
      baseSdl,
      baseOperations.replace('# Gets one movie.', '# Gets one movie. Ask no questions.'),
    ],
    [
      'asks something else',
      baseSdl,
      baseOperations.replace('year tagline', 'released: year tagline'),
    ],
  ])('no tool that %s', (_, sdl, operations) => {
    const { tools, refused, catalog, allowed } = guard(sdl, operations);
    expect(tools).toEqual(['Forget', 'GetTitle', 'ListMovies', 'Rate', 'Search']);
    expect(refused.map(({ code, tool }) => [code, tool])).toEqual([
      ['TOOL_DIFFERS_FROM_LOCK', 'GetMovie'],
    ]);
    expect(allowed.fingerprint).not.toBe(catalog.fingerprint);
    expect(allowed.estimatedTokens).toBeLessThan(catalog.estimatedTokens);
  });
});
