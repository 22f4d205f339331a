import { describe, expect, it } from 'vitest';
import { diffTexts } from '../../../src/check/diff/diff-texts.ts';

describe('diffTexts', () => {
  it('merges equal changes of several places, and counts them', () => {
    const of = (description: string) => ({
      properties: {
        far: { properties: { inner: { description } } },
        near: { description },
        other: { description },
      },
    });
    const found = diffTexts(of('Before.'), of('After.'), 'input');
    expect(found.map(({ path, places }) => [path, places])).toEqual([['near', 3]]);
  });
});
