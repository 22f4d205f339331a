import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatValue } from '../../../src/compile/model/format-value.ts';

describe('formatValue', () => {
  it.each([
    ['a', '"a"'],
    ['"\n', '"\\"\\n"'],
    [1.5, '1.5'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
    [[], '[]'],
    [[1, 'a', [null]], '[1,"a",[null]]'],
    [{ a: { b: [1] } }, '{"a":{"b":[1]}}'],
    [{ a: { b: { c: { d: 1 } } } }, '{"a":{"b":{"c":…}}}'],
  ])('writes %j as JSON, three levels deep', (value, text) => {
    expect(formatValue(value)).toBe(text);
  });

  it('cuts a long value to 80 UTF-16 code units, between characters', () => {
    expect(formatValue('x'.repeat(100))).toBe(`"${'x'.repeat(78)}…`);
    expect(formatValue(`${'x'.repeat(77)}\u{1F600}x`)).toBe(`"${'x'.repeat(77)}…`);
    expect(formatValue(Array.from({ length: 1_000_000 }, () => 7))).toHaveLength(41);
  });

  it('formats a value that contains itself', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(formatValue(deep)).toBe('[[[…]]]');
  });

  it('returns short and well-formed text for any value', () => {
    const check = fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      const text = formatValue(value);
      expect(text.length).toBeLessThanOrEqual(80);
      expect(text.isWellFormed()).toBe(true);
    });
    fc.assert(check, { numRuns: 300 });
  });
});
