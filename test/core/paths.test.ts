import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPath, fromJsonPointer, toJsonPointer } from '../../src/core/paths.ts';

describe('formatPath', () => {
  it.each([
    [[], ''],
    [['film', 'reviews', 0, 'author'], 'film.reviews[0].author'],
    [[0, 'name'], '[0].name'],
    [['headers', 'X-Key'], 'headers["X-Key"]'],
  ])('formats %j as %j', (path, text) => {
    expect(formatPath(path)).toBe(text);
  });
});

describe('JSON Pointers', () => {
  it('escape ~ and /', () => {
    expect(toJsonPointer(['a/b', '~c', 0])).toBe('/a~1b/~0c/0');
  });

  it('read digits as indices of lists and as names of members', () => {
    expect(fromJsonPointer('/0/1', { 0: ['a', 'b'] })).toEqual(['0', 1]);
    expect(fromJsonPointer('/0/1')).toEqual([0, 1]);
  });

  it('read back every path that was written', () => {
    const names = fc.array(fc.string().filter((name) => !/^\d+$/.test(name)));
    fc.assert(
      fc.property(names, (path) => {
        expect(fromJsonPointer(toJsonPointer(path))).toEqual(path);
      }),
    );
  });
});
