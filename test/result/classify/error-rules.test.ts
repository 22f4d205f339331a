import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFindRule } from '../../../src/result/classify/error-rules.ts';

function matches(message: string, text: string): boolean {
  return createFindRule([{ message, classification: 'CONFLICT' }])([], text) !== undefined;
}

describe('a pattern of a rule', () => {
  it.each([
    ['abc', 'ABC', true],
    ['abc', 'abcd', false],
    ['abc*', 'abcd', true],
    ['*bc', 'abc', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['*b*', 'abc', true],
    ['a.c', 'abc', false],
    ['a**c', 'ac', true],
  ])('%s: %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it('matches what the same regular expression matches', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, (pattern, text) => {
        const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
        expect(matches(pattern, text)).toBe(new RegExp(`^${parts.join('[^]*')}$`).test(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
