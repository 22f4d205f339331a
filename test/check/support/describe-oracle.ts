import { describe, expect, it } from 'vitest';
import { tryEdits } from './try-edits.ts';

/** Tests the contract check with random edits, from a seed on. */
export function describeOracle(seed: number, wanted: number): void {
  describe('the contract check', () => {
    it('reports every break that a value shows, and shows a value for what it reports', () => {
      const { pairs, shown, missed, breaking, unshown, mistaken } = tryEdits(seed, wanted);
      expect(missed).toEqual([]);
      expect(mistaken).toEqual([]);
      expect(pairs).toBe(wanted);
      // the samples are worth something only where they do show breaks
      expect(shown).toBeGreaterThan(wanted / 20);
      expect(unshown.length / breaking, JSON.stringify(unshown)).toBeLessThan(0.01);
    });
  });
}
