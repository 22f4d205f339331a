import { describe, expect, it } from 'vitest';
import { mergeCatalogs } from '../../src/compile/assemble-catalog.ts';
import { catalogOf } from '../support/sources.ts';

const schema = 'type Query { "All." a: Int }';
const upstream = (name: string, ...operations: readonly string[]) =>
  catalogOf(
    schema,
    Object.fromEntries(operations.map((one) => [`${name}/${one}.graphql`, `query ${one} { a }`])),
    { upstream: name },
  );

describe('the catalogs of several upstreams', () => {
  it('keeps names, and prefixes those that clients could confuse', () => {
    const merged = mergeCatalogs([
      upstream('films', 'Search', 'GetUser', 'Films'),
      upstream('music-store', 'search', 'getuser', 'Albums'),
    ]);
    expect([...merged.tools].map(([name, tool]) => [name, tool.name, tool.upstream])).toEqual([
      ['Albums', 'Albums', 'music-store'],
      ['Films', 'Films', 'films'],
      ['films_GetUser', 'films_GetUser', 'films'],
      ['films_Search', 'films_Search', 'films'],
      ['music_store_getuser', 'music_store_getuser', 'music-store'],
      ['music_store_search', 'music_store_search', 'music-store'],
    ]);
    expect(merged.diagnostics.map(({ code, tool }) => `${code} ${tool}`)).toEqual([
      'TOOL_NAME_PREFIXED films_GetUser',
      'TOOL_NAME_PREFIXED films_Search',
      'TOOL_NAME_PREFIXED music_store_getuser',
      'TOOL_NAME_PREFIXED music_store_search',
    ]);
    expect(merged.skipped).toEqual([]);
  });

  it('adds up the catalogs', () => {
    const names = (from: number) => Array.from({ length: 25 }, (_, at) => `Op${from + at}`);
    const [one, other] = [upstream('one', ...names(100)), upstream('other', ...names(200))];
    const merged = mergeCatalogs([one, other]);
    expect(one.diagnostics).toEqual([]);
    expect(merged.diagnostics.map(({ code }) => code)).toEqual(['CATALOG_TOOLS_MANY']);
    expect(merged.estimatedTokens).toBe(one.estimatedTokens + other.estimatedTokens);
    expect(merged.fingerprint).not.toBe(mergeCatalogs([other, one]).fingerprint);
  });

  it('skips tools whose prefixed names are not unique', () => {
    const merged = mergeCatalogs([
      upstream('a', 'b', 'a_b'),
      upstream('c', 'b'),
      upstream('d', 'a_b'),
    ]);
    expect([...merged.tools.keys()]).toEqual(['a_a_b', 'a_b', 'c_b', 'd_a_b']);
  });

  it('returns a single catalog unchanged', () => {
    const one = upstream('one', 'A');
    expect(mergeCatalogs([one])).toBe(one);
  });
});
