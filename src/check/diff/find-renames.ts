import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import { ownMember, stableJson } from '../../core/json.ts';
import type { SurfaceTool } from '../surface/surface.ts';

/**
 * Finds tools that were renamed among those that are gone and those that came.
 *
 * Signs of a rename, the surest first; a sign that two tools share is no sign.
 *
 * 1. the same operation, its name aside
 * 2. the same operation name, the document changed: only the tool's name was set otherwise
 * 3. the same kind and the same schemas, word for word
 * 4. the same kind, the same arguments, and the same root fields: the operation was edited too
 */
export function findRenames(
  gone: readonly SurfaceTool[],
  came: readonly SurfaceTool[],
): ReadonlyMap<SurfaceTool, SurfaceTool> {
  const renames = new Map<SurfaceTool, SurfaceTool>();
  for (const signOf of signs) {
    const taken = new Set(renames.values());
    const before = uniqueBy(
      gone.filter((tool) => !renames.has(tool)),
      signOf,
    );
    const after = uniqueBy(
      came.filter((tool) => !taken.has(tool)),
      signOf,
    );
    for (const [sign, tool] of before) {
      const now = after.get(sign);
      if (now) renames.set(tool, now);
    }
  }
  return renames;
}

type Sign = (tool: SurfaceTool) => string | undefined;

const signs: readonly Sign[] = [
  ({ inside }) => inside && `${inside.upstream} ${inside.operationHash}`,
  ({ inside }) => inside && `${inside.upstream} ${inside.operation}`,
  ({ inside, inputSchema, outputSchema }) =>
    outputSchema && stableJson([inside?.kind, inputSchema, outputSchema]),
  ({ inside, inputSchema, outputSchema }) =>
    outputSchema && stableJson([inside?.kind, inputSchema, rootFieldsOf(outputSchema)]),
];

function rootFieldsOf({ properties }: ObjectSchema): readonly string[] {
  const data = ownMember(properties, 'data') as JsonSchema | undefined;
  return Object.keys(data?.properties ?? {}).sort();
}

function uniqueBy(tools: readonly SurfaceTool[], signOf: Sign): ReadonlyMap<string, SurfaceTool> {
  const found = new Map<string, SurfaceTool | undefined>();
  for (const tool of tools) {
    const sign = signOf(tool);
    if (sign !== undefined) found.set(sign, found.has(sign) ? undefined : tool);
  }
  const unique = [...found].flatMap(([sign, tool]) => (tool ? [[sign, tool] as const] : []));
  return new Map(unique);
}
