import { describe, expect, it } from 'vitest';
import { checkCatalog } from '../../src/check/check-catalog.ts';
import { surfaceOf } from '../../src/check/surface.ts';
import { baseOperations, baseSdl } from './support/catalogue/base-api.ts';
import { compileSources, sourcesOf } from './support/run-change.ts';

async function causesOf(tool: string, sdl: string, operations: string): Promise<readonly string[]> {
  const before = compileSources(sourcesOf(baseSdl, baseOperations));
  const { changes } = await checkCatalog({
    ...compileSources(sourcesOf(sdl, operations)),
    old: surfaceOf(before.catalog, before),
    against: 'tools.lock.json',
    explain: true,
  });
  const [change] = changes.filter((one) => one.tool === tool);
  return (change?.causes ?? []).map(({ message }) => message);
}

describe('the cause of a change', () => {
  it('is the field that was removed, where the operation had to follow', async () => {
    const sdl = baseSdl.replace('tagline: String!', '');
    const operations = baseOperations.replaceAll('tagline', '');
    expect(await causesOf('GetMovie', sdl, operations)).toEqual([
      "Field 'tagline' was removed from object type 'Movie'.",
      'Operation GetMovie was edited.',
    ]);
  });

  it('names both operations, where one took the place of another', async () => {
    const operations = baseOperations.replace('query GetMovie', 'query FetchMovie');
    expect(await causesOf('GetMovie', baseSdl, operations)).toEqual([
      'Operation GetMovie is called FetchMovie now, or another took its place.',
    ]);
  });
});
