import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accepts } from '../../src/check/schema/accepts.ts';
import { compareSchemas } from '../../src/check/schema/compare-schemas.ts';
import { createNodeTable } from '../../src/check/schema/schema-node.ts';
import { readSchema } from '../../src/check/schema/read-schema.ts';
import { createRandom, randomInstance } from '../check/support/instances.ts';
import { anySchema, schemaAndEdit } from '../check/support/schema-arbitrary.ts';

const deep = process.env['DEEP'] === '1';

describe('comparing JSON Schemas', () => {
  it('accepts a value if and only if Ajv does', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }));
    fc.assert(
      fc.property(anySchema, fc.nat(), (schema, seed) => {
        const validate = ajv.compile(schema);
        const node = readSchema(schema, createNodeTable());
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

  it('never calls a schema narrower when a value shows that it is not', () => {
    fc.assert(
      fc.property(schemaAndEdit, fc.nat(), ([old, next], seed) => {
        const { one, other, forwards, backwards } = compareSchemas(old, next);
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
      { numRuns: deep ? 30_000 : 10_000 },
    );
  });
});
