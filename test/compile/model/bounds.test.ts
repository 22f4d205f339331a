import { describe, expect, it } from 'vitest';
import { describeBounds, isPortablePattern } from '../../../src/compile/model/bounds.ts';

describe('isPortablePattern', () => {
  it.each(['^[A-Z]{2}$', 'a|b', '^(?:x)+$', '(?=a)a', '^\\d+\\.\\d{2}$', '^a{1,9999}$'])(
    'is true of %s',
    (pattern) => {
      expect(isPortablePattern(pattern)).toBe(true);
    },
  );

  it.each([
    ['a syntax error', '('],
    ['a named group of JavaScript', '(?<n>a)'],
    ['a named group of Python', '(?P<n>a)'],
    ['look-behind', '(?<=a)b'],
    ['a Unicode property', '\\p{L}'],
    ['a code point', '\\u{1F600}'],
    ['an anchor of Python', '\\Z'],
    ['a class of POSIX', '[[:alpha:]]'],
    ['an escape that the u flag rejects', '\\-'],
    ['an empty set', '[^]'],
    ['a reference to a group that may not match', '(a)|\\1b'],
    ['a count above 32 bits', 'a{99999999999}'],
    ['a range that ends above 32 bits', 'a{1,99999999999}'],
    ['more than 500 characters', 'a'.repeat(501)],
  ])('rejects %s', (_, pattern) => {
    expect(isPortablePattern(pattern)).toBe(false);
  });
});

describe('describeBounds', () => {
  it.each([
    [{ minimum: 1, maximum: 5 }, '1 to 5.'],
    [{ minimum: 1 }, 'At least 1.'],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'More than 0, less than 1.'],
    [{ minLength: 1 }, 'At least 1 character.'],
    [{ minLength: 2, maxLength: 2 }, 'Exactly 2 characters.'],
    [{ minItems: 1, maxItems: 3 }, '1 to 3 items.'],
    [{ multipleOf: 5, maximum: 50 }, 'At most 50, a multiple of 5.'],
    [{ pattern: '^a', format: 'email' }, 'Format email, pattern ^a.'],
    [{}, undefined],
  ])('describes %j as %j', (bounds, text) => {
    expect(describeBounds(bounds)).toBe(text);
  });
});
