import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, ownMember, stableJson } from '../../src/core/json.ts';

describe('stableJson', () => {
  it('sorts keys by code unit at every depth', () => {
    expect(stableJson({ b: 1, a: [{ d: 1, C: 2 }] })).toBe('{"a":[{"C":2,"d":1}],"b":1}');
  });

  it('keeps a key named __proto__', () => {
    expect(stableJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
  });

  it('gives the same text whatever the order of insertion, and loses nothing', () => {
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
