import type { JsonSchema } from '../../core/json-schema.ts';
import type { Witness } from './change.ts';
import { createSetOperations } from '../schema/set-operations.ts';
import { createNodeTable } from '../schema/schema-node.ts';
import { readSchema } from '../schema/read-schema.ts';
import { sampleNode } from '../schema/sample.ts';

/** A call that a tool took while it was there, by the schema of the calls it took. */
export function removedWitness(inputSchema: JsonSchema): Witness | undefined {
  const table = createNodeTable();
  const value = sampleNode(createSetOperations(table), readSchema(inputSchema, table));
  return value === undefined ? undefined : { kind: 'call', value };
}
