import type { JsonSchema } from '../../core/json-schema.ts';
import type { ProfileRules } from '../profiles/profile.ts';
import type { ScalarRule } from '../scalars.ts';

/** Largest and smallest `Int` of GraphQL. */
export const intRange = { minimum: -2_147_483_648, maximum: 2_147_483_647 } as const;

/** Writes a scalar as JSON Schema. */
export function writeScalar(rule: ScalarRule, rules: ProfileRules): JsonSchema {
  const { keywords, anyJson, closedObjects } = rules;
  switch (rule.kind) {
    case 'string':
      return { type: 'string', ...(keywords && rule.format && { format: rule.format }) };
    case 'id':
      return { type: 'string' };
    case 'int':
      return { type: 'integer', ...(keywords && intRange) };
    case 'integer':
    case 'number':
    case 'boolean':
      return { type: rule.kind };
    case 'json':
      return anyJsonSchemas[anyJson];
    case 'upload':
      return { ...upload, ...(closedObjects && { additionalProperties: false }) };
    case 'schema':
      return rule.schema ?? {};
  }
}

const anyJsonSchemas: Readonly<Record<ProfileRules['anyJson'], JsonSchema>> = {
  anything: {},
  object: { type: 'object', properties: {}, additionalProperties: true },
  text: { type: 'string' },
};

/** A file, which the gateway sends as the GraphQL multipart request specification has it. */
const upload: JsonSchema = {
  type: 'object',
  properties: {
    filename: { type: 'string', description: 'Name of the file.' },
    contentType: { type: 'string', description: 'Media type, such as image/png.' },
    base64: { type: 'string', description: 'Content of the file, base64.' },
  },
  required: ['filename', 'contentType', 'base64'],
};
