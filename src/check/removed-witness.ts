import type { Witness } from './change.ts';
import { createAlgebra } from './schema/algebra.ts';
import { createNodeTable } from './schema/node-table.ts';
import { readSchema } from './schema/read-schema.ts';
import { sampleNode } from './schema/sample.ts';
import type { SurfaceTool } from './surface.ts';

/** A call that a tool took while it was there. */
export function removedWitness({ inputSchema }: SurfaceTool): Witness | undefined {
  const table = createNodeTable();
  const value = sampleNode(createAlgebra(table), readSchema(inputSchema, table));
  return value === undefined ? undefined : { kind: 'call', value };
}
