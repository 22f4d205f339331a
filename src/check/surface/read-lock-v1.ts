import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  type GraphQLSchema,
} from 'graphql';
import type { ObjectSchema } from '../../core/json-schema.ts';
import { compareText } from '../../core/text.ts';
import type { Profile } from '../../core/tool.ts';
import { coordinateLine } from './coordinates.ts';
import { internalProperties, requiredOfTools, type LockedInternals } from './lock-format.ts';
import type { Surface, SurfaceTool, ToolInternals, UsedSchema } from './surface.ts';

/** A lock file of version 1: the published schemas of each tool, and SDL of the schemas they use. */
export interface LockFileV1 {
  readonly gateway: string;
  readonly profile?: Profile;
  readonly tools: Readonly<Record<string, LockedToolV1>>;
  readonly schemas: Readonly<Record<string, readonly string[]>>;
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
  required: ['gateway', 'tools', 'schemas'],
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
    schemas: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
} as const;

/** Reads a lock file of version 1; published schemas are compared, because it has no contracts. */
export function surfaceOfLockV1(
  { tools, gateway, profile, schemas }: LockFileV1,
  internalsOf: (tool: LockedInternals) => ToolInternals,
): Surface {
  const surfaceTools = Object.entries(tools).map(([name, tool]): readonly [string, SurfaceTool] => {
    const { title, description, annotations, inputSchema, outputSchema } = tool;
    const output = outputSchema && { outputSchema };
    const internal = internalsOf(tool);
    return [name, { name, title, description, annotations, inputSchema, ...output, internal }];
  });
  const used = Object.entries(schemas).map(([name, sdl]) => [name, usedSchemaOf(sdl)] as const);
  return {
    tools: new Map(surfaceTools),
    gateway,
    ...(profile && { profile }),
    schemas: new Map(used),
  };
}

/** The coordinates serve to find causes; without them, none is found in the schema. */
function usedSchemaOf(sdl: readonly string[]): UsedSchema {
  return { coordinates: linesOf(sdl).sort(compareText), inputs: {}, leafTypes: {}, selections: {} };
}

function linesOf(sdl: readonly string[]): string[] {
  if (sdl.length === 0) return [];
  try {
    return allLines(buildSchema(sdl.join('\n'), { assumeValid: true, assumeValidSDL: true }));
  } catch {
    return [];
  }
}

function allLines(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const coordinates = types.flatMap((type): readonly string[] => {
    if (isEnumType(type)) return type.getValues().map(({ name }) => `${type.name}.${name}`);
    if (isInputObjectType(type)) {
      return [type.name, ...Object.keys(type.getFields()).map((name) => `${type.name}.${name}`)];
    }
    if (!('getFields' in type)) return [type.name];
    const fields = Object.values(type.getFields());
    const own = fields.flatMap(({ name, args }) => [
      `${type.name}.${name}`,
      ...args.map((argument) => `${type.name}.${name}(${argument.name}:)`),
    ]);
    return [type.name, ...own];
  });
  return coordinates.flatMap((coordinate) => coordinateLine(schema, coordinate) ?? []);
}
