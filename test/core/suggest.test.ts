import { describe, expect, it } from 'vitest';
import { didYouMean, suggest } from '../../src/core/suggest.ts';

describe('suggest', () => {
  it.each([
    ['serch', ['search', 'listMovies'], ['search']],
    ['get_movie', ['getMovie', 'getMovies'], ['getMovie', 'getMovies']],
    ['COMFROT', ['COMFORT', 'COMEDY', 'HORROR'], ['COMFORT']],
    ['zzz', ['search'], []],
    ['bogus', ['tools', 'name', 'auth'], []],
    ['tolos', ['tools', 'name'], ['tools']],
    ['di', ['id', 'first'], ['id']],
    ['', ['a'], []],
  ])('suggests, for %j among %j, %j', (given, known, expected) => {
    expect(suggest(given, known)).toEqual(expected);
  });

  it('returns at most three names, the closest first', () => {
    expect(suggest('abcd', ['abcz', 'abyz', 'abc', 'abcde', 'abcd1'])).toEqual([
      'abc',
      'abcd1',
      'abcde',
    ]);
  });
});

describe('suggest among 100,000 names', () => {
  const known = Array.from({ length: 100_000 }, (_, index) => `VALUE_NUMBER_${index}`);

  it('compares the first names only', () => {
    expect(suggest('VALUE_NUMBR_7', known)[0]).toBe('VALUE_NUMBER_7');
    expect(suggest('VALUE_NUMBR_99999', known)).not.toContain('VALUE_NUMBER_99999');
    expect(suggest('value-number-4999', known)[0]).toBe('VALUE_NUMBER_4999');
  });

  it('reads 5,000 names and no more', () => {
    let read = 0;
    function* counted(): Generator<string> {
      for (const name of known) {
        read += 1;
        yield name;
      }
    }
    suggest('x'.repeat(1_000), counted());
    expect(read).toBe(5_001);
  });
});

describe('didYouMean', () => {
  it('formats a sentence with its leading space, or nothing', () => {
    expect(didYouMean('prot', ['port'])).toBe(' Did you mean "port"?');
    expect(didYouMean('abcd', ['abce', 'abcf'])).toBe(' Did you mean "abce" or "abcf"?');
    expect(didYouMean('zzz', ['port'])).toBe('');
  });
});
