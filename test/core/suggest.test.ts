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
  ])('takes %j for %j', (given, known, expected) => {
    expect(suggest(given, known)).toEqual(expected);
  });

  it('names at most three, the closest first', () => {
    expect(suggest('abcd', ['abcz', 'abyz', 'abc', 'abcde', 'abcd1'])).toEqual([
      'abc',
      'abcd1',
      'abcde',
    ]);
  });
});

describe('suggest, of very many names,', () => {
  const known = Array.from({ length: 100_000 }, (_, index) => `VALUE_NUMBER_${index}`);

  it('compares the first ones alone letter by letter', () => {
    expect(suggest('VALUE_NUMBR_7', known)[0]).toBe('VALUE_NUMBER_7');
    expect(suggest('VALUE_NUMBR_99999', known)).not.toContain('VALUE_NUMBER_99999');
  });

  it('still finds one that differs in case and signs alone', () => {
    expect(suggest('value-number-99999', known)[0]).toBe('VALUE_NUMBER_99999');
  });
});

describe('didYouMean', () => {
  it('is a sentence with its leading space, or nothing', () => {
    expect(didYouMean('prot', ['port'])).toBe(' Did you mean "port"?');
    expect(didYouMean('abcd', ['abce', 'abcf'])).toBe(' Did you mean "abce" or "abcf"?');
    expect(didYouMean('zzz', ['port'])).toBe('');
  });
});
