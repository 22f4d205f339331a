import fc from 'fast-check';
import { expect } from 'vitest';
import { accepts } from '../../../src/check/schema/accepts.ts';
import { createSchemaComparer } from '../../../src/check/schema/compare-schemas.ts';
import { createRandom, randomInstance } from './instances.ts';
import { schemaAndEdit } from './schema-arbitrary.ts';

/** Expects the comparison to report every edit of a schema that some value shows to be narrower. */
export function expectNoMissedNarrowing(numRuns: number): void {
  fc.assert(
    fc.property(schemaAndEdit, fc.nat(), ([old, next], seed) => {
      const { one, other, forwards, backwards } = createSchemaComparer()(old, next);
      const random = createRandom(seed);
      const shown = { forwards: false, backwards: false };
      for (let count = 0; count < 30; count++) {
        const value = randomInstance(count % 2 === 0 ? old : next, random);
        const fits = [accepts(one, value), accepts(other, value)];
        if (fits[0] && !fits[1]) shown.forwards = true;
        if (fits[1] && !fits[0]) shown.backwards = true;
      }
      expect(shown.forwards && forwards().length === 0).toBe(false);
      expect(shown.backwards && backwards().length === 0).toBe(false);
    }),
    { numRuns },
  );
}
