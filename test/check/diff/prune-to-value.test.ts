import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { pruneToValue } from '../../../src/check/diff/prune-to-value.ts';
import { createRandom, randomInstance } from '../support/instances.ts';
import { anySchema } from '../support/schema-arbitrary.ts';

describe('pruneToValue', () => {
  it('matches the value exactly if the whole schema does', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }));
    fc.assert(
      fc.property(anySchema, fc.nat(), (schema, seed) => {
        const random = createRandom(seed);
        const isTaken = ajv.compile(schema);
        for (let count = 0; count < 3; count++) {
          const value = randomInstance(schema, random);
          const part = pruneToValue(schema, value);
          if (ajv.compile(part)(value) !== isTaken(value)) return false;
        }
        return true;
      }),
      { numRuns: 200 },
    );
  });

  it('removes annotations, and members that the value does not have', () => {
    const $defs = {
      Film: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
      Other: { type: 'null' },
    } as const;
    const film = {
      anyOf: [{ $ref: '#/$defs/Film' }, { type: 'null' }],
      description: 'A film.',
    } as const;
    const schema = {
      type: 'object',
      properties: { film, other: { $ref: '#/$defs/Other' } },
      $defs,
    } as const;
    expect(pruneToValue(schema, { film: { id: 'a' } })).toEqual({
      type: 'object',
      properties: { film: { anyOf: [{ $ref: '#/$defs/Film' }, { type: 'null' }] } },
      $defs: { Film: { type: 'object', properties: { id: { type: 'string' } } } },
    });
  });

  it('keeps the whole schema if a keyword is unknown', () => {
    const schema = { type: 'object', properties: { a: { contains: {} } } } as JsonSchema;
    expect(pruneToValue(schema, { a: [] })).toBe(schema);
  });
});
