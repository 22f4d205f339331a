import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inertLine,
  cutBytes,
  cutText,
  hasHiddenCharacters,
  plainText,
  utf8Length,
} from '../../src/core/text.ts';

describe('inertLine', () => {
  it.each([
    ['one line: a::b # [c]', 'one line: a::b # [c]'],
    ['a title\r\n  ::error::of its own', 'a title ::error::of its own'],
    ['  ::warning file=a::b', '  \\u{3a}:warning file=a::b'],
    ['\n::stop-commands::x', ' \\u{3a}:stop-commands::x'],
    ['a ##[group]b ###[c', 'a #\\u{23}[group]b ##\\u{23}[c'],
  ])('writes %j so that no CI log reads a command', (text, written) => {
    expect(inertLine(text)).toBe(written);
    expect(inertLine(written)).toBe(written);
  });
});

const hidden = [
  ['NUL', '\u0000'],
  ['escape', '\u001B'],
  ['delete', '\u007F'],
  ['next line (C1)', '\u0085'],
  ['soft hyphen', '\u00AD'],
  ['Arabic letter mark', '\u061C'],
  ['zero-width space', '\u200B'],
  ['blank of Braille', '\u2800'],
  ['control of shorthand', '\u{1BCA0}'],
  ['control of hieroglyphs', '\u{13430}'],
  ['mark of Syriac', '\u070F'],
  ['mark of Arabic', '\u08E2'],
  ['zero-width joiner', '\u200D'],
  ['right-to-left mark', '\u200F'],
  ['line separator', '\u2028'],
  ['right-to-left override', '\u202E'],
  ['word joiner', '\u2060'],
  ['pop directional isolate', '\u2069'],
  ['byte order mark', '\uFEFF'],
  ['interlinear anchor', '\uFFF9'],
  ['tag letter', '\u{E0041}'],
  ['combining grapheme joiner', '\u034F'],
  ['Hangul filler', '\u3164'],
  ['Mongolian variation selector', '\u180B'],
  ['variation selector 1', '\uFE00'],
  ['variation selector 17', '\u{E0100}'],
  ['variation selector 256', '\u{E01EF}'],
] as const;

describe('plainText', () => {
  it.each(hidden)('removes the %s', (_, character) => {
    expect(plainText(`a${character}b`)).toBe('ab');
    expect(hasHiddenCharacters(`a${character}b`)).toBe(true);
  });

  it('keeps letters of every script, emoji, tabs and line feeds', () => {
    const text = 'Größe\t→ \u{1F3AC} ☎\uFE0F\n日本語 שלום 한글';
    expect(plainText(text)).toBe(text);
    expect(hasHiddenCharacters(text)).toBe(false);
  });

  it('replaces a lone surrogate with U+FFFD', () => {
    expect(plainText('a\uD83Cb')).toBe('a\uFFFDb');
    expect(plainText('a\uDFACb')).toBe('a\uFFFDb');
  });

  it('normalizes line breaks and trims lines', () => {
    expect(plainText('\r\n a  \r\nb\t\rc \n')).toBe('a\nb\nc');
  });

  it('is idempotent', () => {
    const check = fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = plainText(text);
      expect(plainText(plain)).toBe(plain);
      expect(hasHiddenCharacters(plain)).toBe(false);
    });
    fc.assert(check);
  });
});

describe('cutText', () => {
  it('keeps a text within the limit', () => {
    expect(cutText('12345', 5)).toBe('12345');
  });

  it('cuts after the last word near the limit, or within a long word', () => {
    expect(cutText('one two three', 10)).toBe('one two…');
    expect(cutText(`one ${'x'.repeat(100)}`, 60)).toBe(`one ${'x'.repeat(55)}…`);
  });

  it('never cuts within a character', () => {
    expect(cutText('ab\u{1F3AC}\u{1F3AC}', 4)).toBe('ab…');
    expect(cutText('ab\u{1F3AC}\u{1F3AC}', 5)).toBe('ab\u{1F3AC}…');
  });
});

describe('cutBytes', () => {
  it('keeps a text within the limit', () => {
    expect(cutBytes('éé', 4)).toBe('éé');
    expect(cutBytes('\u{1F3AC}', 4)).toBe('\u{1F3AC}');
  });

  it('counts bytes, including the ellipsis', () => {
    expect(cutBytes('abcdef', 5)).toBe('ab…');
    expect(cutBytes('éééé', 7)).toBe('éé…');
    expect(cutBytes('\u{1F3AC}\u{1F3AC}', 7)).toBe('\u{1F3AC}…');
    expect(cutBytes('\u{1F3AC}\u{1F3AC}', 6)).toBe('…');
  });

  it('keeps a well-formed prefix within the limit', () => {
    const check = fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.nat({ max: 40 }),
      (text, more) => {
        const limit = 3 + more;
        const cut = cutBytes(text, limit);
        expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(limit);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
      },
    );
    fc.assert(check);
  });
});

describe('utf8Length', () => {
  it('equals the length that TextEncoder writes', () => {
    const check = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    });
    fc.assert(check);
  });
});
