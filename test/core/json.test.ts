import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, ownMember, replaceLoneSurrogates, stableJson } from '../../src/core/json.ts';

describe('stableJson', () => {
  it('sorts keys by code unit at every depth', () => {
    expect(stableJson({ b: 1, a: [{ d: 1, C: 2 }] })).toBe('{"a":[{"C":2,"d":1}],"b":1}');
  });

  it('keeps a key named __proto__', () => {
    expect(stableJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
  });

  it('writes the same text for every order of insertion, without loss', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(stableJson(reversed)).toBe(stableJson(value));
        expect(JSON.parse(stableJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('isJsonObject', () => {
  it('refuses arrays, null and scalars', () => {
    expect([[], null, 'a', 1, true, undefined].map(isJsonObject)).toEqual(Array(6).fill(false));
    expect(isJsonObject({})).toBe(true);
  });
});

describe('ownMember', () => {
  it('never reaches the prototype', () => {
    expect(ownMember({}, 'constructor')).toBeUndefined();
    expect(ownMember(JSON.parse('{"constructor":1}'), 'constructor')).toBe(1);
  });
});

describe('replaceLoneSurrogates', () => {
  it.each([
    [String.raw`"\ud800"`, String.raw`"\ufffd"`],
    [String.raw`"a\uDfFfb"`, String.raw`"a\ufffdb"`],
    [String.raw`"\ud83d\ude00"`, String.raw`"\ud83d\ude00"`],
    [String.raw`"\ud83d\ud83d\ude00\ude00"`, String.raw`"\ufffd\ud83d\ude00\ufffd"`],
    [String.raw`"\\ud800"`, String.raw`"\\ud800"`],
    [String.raw`"\\\ud800"`, String.raw`"\\\ufffd"`],
    [String.raw`"\u00e9\n"`, String.raw`"\u00e9\n"`],
    ['"ud800"', '"ud800"'],
  ])('rewrites %s as %s', (text, expected) => {
    expect(replaceLoneSurrogates(text)).toBe(expected);
    expect(/\p{Surrogate}/u.test(JSON.parse(expected) as string)).toBe(false);
  });
});
