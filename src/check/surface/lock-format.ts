import { profiles, type Profile } from '../../core/tool.ts';
import type { StoredContract, SurfaceTool, ToolInternals, UsedSchema } from './surface.ts';

/** A lock file of version 2. */
export interface LockFile {
  readonly gateway: string;
  readonly profile?: Profile;
  readonly tokens?: number;
  readonly tools: Readonly<Record<string, LockedTool>>;
  readonly schemas: Readonly<Record<string, LockedSchema>>;
}

/** Empty parts are left out. */
export type LockedSchema = Partial<UsedSchema>;

/** What lock files of both versions have of a tool. */
export type LockedInternals = Pick<ToolInternals, 'kind' | 'operation' | 'operationHash'> &
  Partial<ToolInternals>;

export interface LockedTool
  extends
    Pick<SurfaceTool, 'title' | 'description' | 'annotations'>,
    LockedInternals,
    StoredContract {}

const texts = { type: 'array', items: { type: 'string' } } as const;

/** The members of a tool that lock files of both versions have. */
export const internalProperties = {
  title: { type: 'string' },
  description: { type: 'string' },
  annotations: { type: 'object', additionalProperties: { type: 'boolean' } },
  kind: { enum: ['query', 'mutation'] },
  operation: { type: 'string' },
  operationHash: { type: 'string' },
  upstream: { type: 'string' },
  partialResults: { enum: ['REJECT', 'ACCEPT'] },
  hidden: { type: 'boolean' },
  scopes: texts,
  bound: texts,
} as const;

export const requiredOfTools = [
  'title',
  'description',
  'annotations',
  'kind',
  'operation',
  'operationHash',
] as const;

const object = { type: 'object' } as const;

/** JSON Schema of a lock file of version 2, as far as reading relies on it. */
export const lockSchema = {
  type: 'object',
  required: ['lockVersion', 'gateway', 'tools', 'schemas'],
  properties: {
    gateway: { type: 'string' },
    profile: { enum: profiles },
    tokens: { type: 'number' },
    tools: { type: 'object', additionalProperties: { $ref: '#/$defs/tool' } },
    schemas: { type: 'object', additionalProperties: { $ref: '#/$defs/used' } },
  },
  $defs: {
    tool: {
      type: 'object',
      required: [...requiredOfTools, 'input'],
      properties: {
        ...internalProperties,
        calls: {
          type: 'object',
          additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
        },
        rootFields: texts,
        input: { type: 'object', additionalProperties: { $ref: '#/$defs/argument' } },
        output: { $ref: '#/$defs/fields' },
      },
      additionalProperties: false,
    },
    argument: {
      type: ['string', 'object'],
      properties: { $type: { type: 'string' }, $schema: object },
    },
    fields: {
      type: 'object',
      properties: { $schema: object },
      additionalProperties: {
        type: ['string', 'object', 'array'],
        anyOf: [
          { type: 'string' },
          { type: 'array', items: { $ref: '#/$defs/fields' } },
          { $ref: '#/$defs/fields' },
        ],
      },
    },
    used: {
      type: 'object',
      properties: {
        coordinates: texts,
        inputs: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            additionalProperties: { type: ['string', 'object'] },
          },
        },
        leafTypes: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { input: object, output: object } },
        },
        selections: { type: 'object', additionalProperties: { $ref: '#/$defs/fields' } },
        envelope: object,
      },
    },
  },
} as const;
