import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { readSchema } from '../schema/read-schema.ts';
import { sampleNode } from '../schema/sample.ts';
import { createSchemaComparer } from '../schema/compare-schemas.ts';
import { createContractSchemas, type ContractSchemas } from '../surface/contract-schemas.ts';
import { createContractPaths } from '../surface/contract-paths.ts';
import { isSameSchema } from '../surface/same-schema.ts';
import type { Surface, SurfaceTool } from '../surface/surface.ts';
import type { FoundChange, Witness } from './change.ts';
import { diffTools, type DiffContext } from './diff-tools.ts';

/** Compares the tools of two surfaces. */
export interface ToolComparison {
  /** Returns what changed of one tool, the name aside. */
  readonly diff: (old: SurfaceTool, next: SurfaceTool) => readonly FoundChange[];
  /** Returns a call that a tool of the old surface accepts. */
  readonly callOf: (old: SurfaceTool) => Witness | undefined;
}

/**
 * Creates the comparison of the tools of two surfaces.
 *
 * Contracts are compared if both surfaces have them. A running gateway and a lock file of version 1 have
 * none: then the published schemas are compared.
 */
export function createToolComparison(old: Surface, next: Surface): ToolComparison {
  const schemasOf = { old: createComparedSchemas(old), next: createComparedSchemas(next) };
  const context: DiffContext = {
    compareSchemas: createSchemaComparer(),
    paths: { old: createContractPaths(old), next: createContractPaths(next) },
  };
  return {
    diff(tool, now) {
      const byContract = tool.contract !== undefined && now.contract !== undefined;
      const isSame = byContract && isSameContract(old, tool, next, now);
      const schemas = isSame
        ? undefined
        : { old: schemasOf.old(tool, byContract), next: schemasOf.next(now, byContract) };
      return diffTools(tool, now, schemas, context);
    },
    callOf(tool) {
      const { input } = schemasOf.old(tool, tool.contract !== undefined);
      const value = sampleNode(readSchema(input));
      return value === undefined ? undefined : { kind: 'call', value };
    },
  };
}

/** The schemas that a tool is compared by. */
function createComparedSchemas(
  surface: Surface,
): (tool: SurfaceTool, byContract: boolean) => ContractSchemas {
  const contractOf = createContractSchemas(surface);
  return (tool, byContract) =>
    (byContract ? contractOf(tool) : undefined) ?? publishedSchemas(tool);
}

function publishedSchemas({ inputSchema, outputSchema }: SurfaceTool): ContractSchemas {
  const input = inputSchema ?? { type: 'object', properties: {} };
  return { input, ...(outputSchema && { output: outputSchema }) };
}

function isSameContract(old: Surface, tool: SurfaceTool, next: Surface, now: SurfaceTool): boolean {
  const upstreams = [tool, now].map(({ internal }) => internal?.upstream ?? onlyUpstream);
  const [before = onlyUpstream, after = onlyUpstream] = upstreams;
  return (
    isSameSchema(old.schemas.get(before), next.schemas.get(after)) &&
    isSameSchema(tool.contract, now.contract)
  );
}
