import { expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/core/json-schema.ts';
import { readSchema } from '../../../src/check/schema/read-schema.ts';
import { sampleNode } from '../../../src/check/schema/sample.ts';
import { createNodeTable } from '../../../src/check/schema/schema-node.ts';
import { createShapeTable } from '../../../src/check/schema/alternatives.ts';

it('gives up on a schema whose optional members require themselves', () => {
  const self: JsonSchema = { $ref: '#/$defs/Node' };
  const schema: JsonSchema & { readonly minProperties: number } = {
    type: 'object',
    properties: { a: self, b: self, c: self, d: self },
    additionalProperties: false,
    minProperties: 1,
  };
  const table = createNodeTable();
  const node = readSchema({ ...self, $defs: { Node: schema } }, table);
  expect(sampleNode(createShapeTable(table), node)).toBeUndefined();
});
