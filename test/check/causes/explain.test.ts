import { describe, expect, it } from 'vitest';
import { checkCatalog } from '../../../src/check/check-catalog.ts';
import type { ChangeCode } from '../../../src/check/diff/severity.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { baseOperations, baseSdl } from '../support/catalogue/base-api.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

async function causesOf(
  tool: string,
  sdl: string,
  operations: string,
  code?: ChangeCode,
): Promise<readonly string[]> {
  const before = compileSources(sourcesOf(baseSdl, baseOperations));
  const { changes } = checkCatalog({
    ...compileSources(sourcesOf(sdl, operations)),
    old: surfaceOf(before.catalog, before),
    against: 'tools.lock.json',
    explain: true,
  });
  const [change] = changes.filter((one) => one.tool === tool && one.code === (code ?? one.code));
  return (change?.causes ?? []).map(({ message }) => message);
}

describe('explainChanges', () => {
  it('names a removed field before the edit of the operation', async () => {
    const sdl = baseSdl.replace('tagline: String!', '');
    const operations = baseOperations.replaceAll('tagline', '');
    expect(await causesOf('GetMovie', sdl, operations)).toEqual([
      'Movie.tagline was removed.',
      'Operation GetMovie was edited.',
    ]);
  });

  it('names the schema alone if the edit is elsewhere in the operation', async () => {
    const sdl = baseSdl.replace('score: Int! text', 'score: Int text');
    const operations = baseOperations
      .replace('# Lists movies.', '# Lists all movies.')
      .replace('reviews(first: 2)', 'reviews(first: 3)');
    expect(await causesOf('ListMovies', sdl, operations, 'OUTPUT_WIDENED')).toEqual([
      'Review.score changed from Int! to Int.',
    ]);
  });

  it('names the schema alone if it changed within an argument', async () => {
    const sdl = baseSdl.replace('input Range { from: Int', 'input Range { from: Int!');
    const operations = baseOperations.replace('reviews(first: 2)', 'reviews(first: 3)');
    expect(await causesOf('ListMovies', sdl, operations, 'INPUT_NARROWED')).toEqual([
      'Range.from changed from Int to Int!.',
    ]);
  });

  it('names a new default value', async () => {
    const sdl = baseSdl.replace('input Range { from: Int', 'input Range { from: Int = 1');
    expect(await causesOf('ListMovies', sdl, baseOperations)).toEqual([
      'Range.from changed from Int to Int = 1.',
    ]);
  });

  it('names the edit if no change of the schema explains the change', async () => {
    const sdl = baseSdl.replace('tagline: String!', 'tagline: String! @deprecated');
    const operations = baseOperations
      .replace('query GetMovie($id: ID!)', 'query GetMovie($id: ID!, $short: Boolean!)')
      .replace('name year', 'name @skip(if: $short) year');
    expect(await causesOf('GetMovie', sdl, operations, 'OUTPUT_WIDENED')).toEqual([
      'Operation GetMovie was edited.',
    ]);
  });

  it('does not name the new name of an operation if the schema changed', async () => {
    const sdl = baseSdl.replace('tagline: String!', 'tagline: String');
    const operations = baseOperations.replace('query GetMovie', 'query FetchMovie');
    expect(await causesOf('GetMovie', sdl, operations, 'OUTPUT_WIDENED')).toEqual([
      'Movie.tagline changed from String! to String.',
    ]);
    expect(await causesOf('GetMovie', sdl, operations, 'TOOL_RENAMED')).toEqual([
      'Operation GetMovie is called FetchMovie now.',
    ]);
  });

  it('names both operations of a rename', async () => {
    const operations = baseOperations.replace('query GetMovie', 'query FetchMovie');
    expect(await causesOf('GetMovie', baseSdl, operations)).toEqual([
      'Operation GetMovie is called FetchMovie now.',
    ]);
  });

  it('names both possibilities if another operation has the name of the tool', async () => {
    const operations = baseOperations.replace(
      'query GetMovie($id: ID!) {',
      'query Other($id: ID!) @mcpTool(name: "GetMovie") { other:',
    );
    expect(await causesOf('GetMovie', baseSdl, operations)).toEqual([
      'Operation GetMovie is called Other now, or another took its place.',
    ]);
  });
});
