import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonBytes } from '../../../src/compile/model/schema-size.ts';

describe('createJsonBytes', () => {
  it('measures JSON in bytes of UTF-8, with shared parts', () => {
    const bytesOf = createJsonBytes();
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const shared = { first: value, again: [value, value], left: undefined };
        expect(bytesOf(shared)).toBe(Buffer.byteLength(JSON.stringify(shared)));
      }),
    );
  });

  it('counts escapes and characters beyond ASCII', () => {
    expect(createJsonBytes()({ 'a"b': 'é\n\\\ud800', __proto__x: null })).toBe(
      Buffer.byteLength(JSON.stringify({ 'a"b': 'é\n\\\ud800', __proto__x: null })),
    );
  });
});
