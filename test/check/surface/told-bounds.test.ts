import { describe, expect, it } from 'vitest';
import { withToldBounds } from '../../../src/check/surface/told-bounds.ts';
import { describeBounds, type Bounds } from '../../../src/compile/model/bounds.ts';

describe('withToldBounds', () => {
  it.each<Bounds>([
    { maximum: 100 },
    { minimum: -2.5, maximum: 1e21 },
    { minimum: 3, maximum: 3 },
    { exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { minLength: 1 },
    { minLength: 1, maxLength: 1 },
    { minLength: 2, maxLength: 50, minItems: 1, maxItems: 9 },
  ])('reads %j from the words that compiling writes', (bounds) => {
    const description = `What it is for. ${describeBounds(bounds)} Default: 3.`;
    const { minItems, maxItems, ...ofItem } = bounds;
    const list = withToldBounds({ type: 'array', items: { type: 'string' } }, description);
    expect(list).toEqual({
      type: 'array',
      items: { type: 'string', ...ofItem },
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
    });
  });

  it('leaves out a format and a pattern', () => {
    const description = describeBounds({ maxLength: 5, format: 'date', pattern: '^a. 1 to 2.$' });
    expect(withToldBounds({}, description)).toEqual({ maxLength: 5 });
  });

  it.each([
    'At most 100 films.',
    'Takes at most 100.',
    'At most 100, or none.',
    'From 1 to 100.',
    'at most constructor.',
    '',
  ])('takes %j for words', (description) => {
    expect(withToldBounds({}, description)).toEqual({});
  });
});
