import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { accepts } from '../../src/check/schema/accepts.ts';
import { readSchema } from '../../src/check/schema/read-schema.ts';
import { createRandom, randomInstance } from '../check/support/instances.ts';
import { expectNoMissedNarrowing } from '../check/support/no-missed-narrowing.ts';
import { anySchema } from '../check/support/schema-arbitrary.ts';

const deep = process.env['DEEP'] === '1';

describe('comparison of JSON Schemas', () => {
  it('accepts the same values as Ajv', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }));
    fc.assert(
      fc.property(anySchema, fc.nat(), (schema, seed) => {
        const validate = ajv.compile(schema);
        const node = readSchema(schema);
        const random = createRandom(seed);
        for (let count = 0; count < 20; count++) {
          const value = randomInstance(schema, random);
          if (accepts(node, value) !== validate(value)) return false;
        }
        return true;
      }),
      { numRuns: deep ? 3_000 : 300 },
    );
  });

  it('reports every narrower schema that a value shows', () => {
    // `test/slow` tries more
    expectNoMissedNarrowing(deep ? 3_000 : 1_500);
  });
});
