import { describe, expect, it } from 'vitest';
import { describeBounds, patternFault } from '../../../src/compile/model/bounds.ts';

describe('patternFault', () => {
  it.each([
    '^[A-Z]{2}$',
    'a|b',
    '^(?:x)+$',
    '^(a+)+$',
    '^\\d+\\.\\d{2}$',
    '^a{1,1000}$',
    '\\u0041',
  ])('is undefined for %s', (pattern) => {
    expect(patternFault(pattern)).toBeUndefined();
  });

  it.each([
    ['a syntax error', '('],
    ['a named group of JavaScript', '(?<n>a)'],
    ['a named group of Python', '(?P<n>a)'],
    ['look-behind', '(?<=a)b'],
    ['look-ahead', '(?=a)a'],
    ['a count above 1,000', '^a{1,1001}$'],
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
    expect(patternFault(pattern)).toMatch(/^has a pattern (that|of) /);
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
