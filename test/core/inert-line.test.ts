import { describe, expect, it } from 'vitest';
import { inertLine } from '../../src/core/inert-line.ts';

describe('inertLine', () => {
  it.each([
    ['one line: a::b # [c]', 'one line: a::b # [c]'],
    ['a title\r\n  ::error::of its own', 'a title ::error::of its own'],
    ['  ::warning file=a::b', '  \\u{3a}:warning file=a::b'],
    ['\n::stop-commands::x', ' \\u{3a}:stop-commands::x'],
    ['a ##[group]b ###[c', 'a #\\u{23}[group]b ##\\u{23}[c'],
  ])('writes %j so that no log takes it for a command', (text, written) => {
    expect(inertLine(text)).toBe(written);
    expect(inertLine(written)).toBe(written);
  });
});
