import { expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { removedWitness } from '../../../src/check/diff/removed-witness.ts';

it('gives up on a schema whose optional members require themselves', () => {
  const self: JsonSchema = { $ref: '#/$defs/Node' };
  const schema: JsonSchema & { readonly minProperties: number } = {
    type: 'object',
    properties: { a: self, b: self, c: self, d: self },
    additionalProperties: false,
    minProperties: 1,
  };
  expect(removedWitness({ ...self, $defs: { Node: schema } })).toBeUndefined();
});
