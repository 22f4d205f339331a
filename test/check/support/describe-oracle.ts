import { describe, expect, it } from 'vitest';
import { pairsToTry, tryEdits } from './try-edits.ts';

/** Half of the edits, from a seed; each half is in a file of its own, so that they run at once. */
export function describeOracle(seed: number): void {
  const wanted = pairsToTry();
  describe('the contract check', () => {
    it('misses no break that a call or an answer shows, and shows what it calls breaking', () => {
      const { pairs, shown, missed, breaking, unshown, mistaken } = tryEdits(seed, wanted);
      expect(missed).toEqual([]);
      expect(mistaken).toEqual([]);
      expect(pairs).toBe(wanted);
      // the samples are worth something only where they do show breaks
      expect(shown).toBeGreaterThan(wanted / 20);
      expect(unshown.length / breaking, JSON.stringify(unshown)).toBeLessThan(0.05);
    }, 3_600_000);
  });
}
