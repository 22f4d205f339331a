import { profiles } from '../../core/tool.ts';

/** JSON Schema of a lock file, as far as reading relies on it. */
export const lockSchema = {
  type: 'object',
  required: ['lockVersion', 'gateway', 'tools', 'schemas'],
  properties: {
    lockVersion: { type: 'integer' },
    gateway: { type: 'string' },
    profile: { enum: profiles },
    tools: { type: 'object', additionalProperties: { $ref: '#/$defs/tool' } },
    schemas: { type: 'object', additionalProperties: { $ref: '#/$defs/texts' } },
  },
  $defs: {
    texts: { type: 'array', items: { type: 'string' } },
    objectSchema: {
      type: 'object',
      required: ['type', 'properties'],
      properties: { type: { const: 'object' }, properties: { type: 'object' } },
    },
    tool: {
      type: 'object',
      required: [
        'title',
        'description',
        'descriptionHash',
        'annotations',
        'inputSchema',
        'kind',
        'operation',
        'operationHash',
      ],
      properties: {
        title: { type: 'string' },
        description: { type: 'string' },
        descriptionHash: { type: 'string' },
        annotations: { type: 'object', additionalProperties: { type: 'boolean' } },
        inputSchema: { $ref: '#/$defs/objectSchema' },
        outputSchema: { $ref: '#/$defs/objectSchema' },
        kind: { enum: ['query', 'mutation'] },
        operation: { type: 'string' },
        operationHash: { type: 'string' },
        upstream: { type: 'string' },
        partialResults: { enum: ['REJECT', 'ACCEPT'] },
        hidden: { type: 'boolean' },
        scopes: { $ref: '#/$defs/texts' },
        bound: { $ref: '#/$defs/texts' },
        argumentTypes: { type: 'object', additionalProperties: { type: 'string' } },
      },
      additionalProperties: false,
    },
  },
} as const;
