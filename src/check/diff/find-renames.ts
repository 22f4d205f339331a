import type { JsonSchema } from '../../core/json-schema.ts';
import { ownMember, stableJson } from '../../core/json.ts';
import { groupBy } from '../../core/memo.ts';
import type { SurfaceTool } from '../surface/surface.ts';

/**
 * Finds renamed tools among those that were removed and those that were added.
 *
 * Signs of a rename, the surest first; a sign that two tools share does not count.
 *
 * 1. the same operation, its name aside
 * 2. the same operation name, with another document
 * 3. the same kind and equal schemas
 * 4. the same kind, the same arguments, and the same root fields: the operation was edited too
 */
export function findRenames(
  gone: readonly SurfaceTool[],
  came: readonly SurfaceTool[],
): ReadonlyMap<SurfaceTool, SurfaceTool> {
  const renames = new Map<SurfaceTool, SurfaceTool>();
  const byContract = [...gone, ...came].every(({ contract }) => contract !== undefined);
  for (const sign of signs) {
    const signOf = (tool: SurfaceTool) => sign(tool, byContract);
    const taken = new Set(renames.values());
    const left = gone.filter((tool) => !renames.has(tool));
    const free = came.filter((tool) => !taken.has(tool));
    const after = uniqueBy(free, signOf);
    for (const [text, tool] of uniqueBy(left, signOf)) {
      const now = after.get(text);
      if (now) renames.set(tool, now);
    }
  }
  return renames;
}

type Sign = (tool: SurfaceTool, byContract: boolean) => string | undefined;

const signs: readonly Sign[] = [
  ({ internal }) => internal && `${internal.upstream} ${internal.operationHash}`,
  ({ internal }) => internal && `${internal.upstream} ${internal.operation}`,
  (tool, byContract) => schemasText(tool, byContract, ({ output }) => output),
  (tool, byContract) => schemasText(tool, byContract, ({ rootFields }) => rootFields),
];

/** What arguments and results look like, by the contract or as published. */
interface Looks {
  readonly input: unknown;
  readonly output: unknown;
  readonly rootFields: readonly string[];
}

function schemasText(
  tool: SurfaceTool,
  byContract: boolean,
  resultOf: (looks: Looks) => unknown,
): string | undefined {
  const looks = byContract ? contractLooks(tool) : publishedLooks(tool);
  return looks && stableJson([tool.internal?.kind, looks.input, resultOf(looks)]);
}

function contractLooks({ contract }: SurfaceTool): Looks | undefined {
  const output = contract?.output;
  return output && { ...contract, output, rootFields: Object.keys(output).sort() };
}

function publishedLooks({ inputSchema, outputSchema }: SurfaceTool): Looks | undefined {
  if (!outputSchema) return undefined;
  const data = ownMember(outputSchema.properties, 'data') as JsonSchema | undefined;
  const rootFields = Object.keys(data?.properties ?? {}).sort();
  return { input: inputSchema, output: outputSchema, rootFields };
}

/** Returns the tools by their sign; without those that share it. */
function uniqueBy(
  tools: readonly SurfaceTool[],
  signOf: (tool: SurfaceTool) => string | undefined,
): ReadonlyMap<string, SurfaceTool> {
  const unique = [...groupBy(tools, signOf)].flatMap(([sign, [tool, ...others]]) =>
    sign === undefined || others.length > 0 ? [] : [[sign, tool] as const],
  );
  return new Map(unique);
}
