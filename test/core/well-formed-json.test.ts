import { describe, expect, it } from 'vitest';
import { replaceLoneSurrogates } from '../../src/core/well-formed-json.ts';

describe('a JSON text', () => {
  it.each([
    [String.raw`"\ud800"`, String.raw`"\ufffd"`],
    [String.raw`"a\uDfFfb"`, String.raw`"a\ufffdb"`],
    [String.raw`"\ud83d\ude00"`, String.raw`"\ud83d\ude00"`],
    [String.raw`"\ud83d\ud83d\ude00\ude00"`, String.raw`"\ufffd\ud83d\ude00\ufffd"`],
    [String.raw`"\\ud800"`, String.raw`"\\ud800"`],
    [String.raw`"\\\ud800"`, String.raw`"\\\ufffd"`],
    [String.raw`"\u00e9\n"`, String.raw`"\u00e9\n"`],
    ['"ud800"', '"ud800"'],
  ])('%s is read by everybody as %s', (text, expected) => {
    expect(replaceLoneSurrogates(text)).toBe(expected);
    expect(/\p{Surrogate}/u.test(JSON.parse(expected) as string)).toBe(false);
  });
});
