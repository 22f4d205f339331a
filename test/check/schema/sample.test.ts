import { expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { readSchema } from '../../../src/check/schema/read-schema.ts';
import { sampleNode } from '../../../src/check/schema/sample.ts';

it('gives up on a schema whose optional members require themselves', () => {
  const self: JsonSchema = { $ref: '#/$defs/Node' };
  const schema: JsonSchema & { readonly minProperties: number } = {
    type: 'object',
    properties: { a: self, b: self, c: self, d: self },
    additionalProperties: false,
    minProperties: 1,
  };
  const node = readSchema({ ...self, $defs: { Node: schema } });
  expect(sampleNode(node)).toBeUndefined();
});
