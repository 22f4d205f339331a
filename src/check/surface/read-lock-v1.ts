import type { ObjectSchema } from '../../core/json-schema.ts';
import type { Profile } from '../../core/tool.ts';
import { internalProperties, requiredOfTools, type LockedInternals } from './lock-format.ts';
import type { Surface, SurfaceTool, ToolInternals } from './surface.ts';

/** A lock file of version 1: the published schemas of each tool, and SDL, which is not read. */
export interface LockFileV1 {
  readonly gateway: string;
  readonly profile?: Profile;
  readonly tools: Readonly<Record<string, LockedToolV1>>;
}

interface LockedToolV1 extends LockedInternals, Omit<SurfaceTool, 'name'> {
  readonly inputSchema: ObjectSchema;
}

const objectSchema = {
  type: 'object',
  required: ['type', 'properties'],
  properties: { type: { const: 'object' }, properties: { type: 'object' } },
} as const;

export const lockSchemaV1 = {
  type: 'object',
  required: ['gateway', 'tools'],
  properties: {
    gateway: { type: 'string' },
    tools: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: [...requiredOfTools, 'inputSchema'],
        properties: {
          ...internalProperties,
          inputSchema: objectSchema,
          outputSchema: objectSchema,
        },
      },
    },
  },
} as const;

/** Reads a lock file of version 1; published schemas are compared, because it has no contracts. */
export function surfaceOfLockV1(
  { tools, gateway, profile }: LockFileV1,
  internalsOf: (tool: LockedInternals) => ToolInternals,
): Surface {
  const surfaceTools = Object.entries(tools).map(([name, tool]): readonly [string, SurfaceTool] => {
    const { title, description, annotations, inputSchema, outputSchema } = tool;
    const output = outputSchema && { outputSchema };
    const internal = internalsOf(tool);
    return [name, { name, title, description, annotations, inputSchema, ...output, internal }];
  });
  return {
    tools: new Map(surfaceTools),
    gateway,
    ...(profile && { profile }),
    schemas: new Map(),
  };
}
