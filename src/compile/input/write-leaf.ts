import type { JsonSchema } from '../../core/json-schema.ts';
import type { ProfileRules } from '../model/profiles.ts';
import type { EnumShape, ScalarShape } from './shapes.ts';

/** The range of `Int` in GraphQL. */
export const intRange = { minimum: -2_147_483_648, maximum: 2_147_483_647 } as const;

/**
 * Writes the schema of a scalar or an enum without null.
 *
 * @param maxEnumBytes the size at which the names of an enum are omitted.
 */
export function writeLeaf(
  shape: ScalarShape | EnumShape,
  rules: ProfileRules,
  maxEnumBytes: number,
): JsonSchema {
  if (shape.kind === 'scalar') return writeScalar(shape, rules);
  // clients reject an enum without members
  if (shape.values.length === 0 || isLargeEnum(shape, maxEnumBytes)) return { type: 'string' };
  return { type: 'string', enum: shape.values.map(({ name }) => name) };
}

/** Returns whether the names of an enum take more bytes than allowed. */
export function isLargeEnum({ values }: EnumShape, maxEnumBytes: number): boolean {
  return values.reduce((bytes, { name }) => bytes + name.length + 3, 0) > maxEnumBytes;
}

function writeScalar({ rule }: ScalarShape, rules: ProfileRules): JsonSchema {
  const { keywords, anyJson, closedObjects } = rules;
  switch (rule.kind) {
    case 'int':
      return keywords ? { type: 'integer', ...intRange } : { type: 'integer' };
    case 'integer':
    case 'number':
    case 'boolean':
      return { type: rule.kind, ...(keywords && rule.keywords) };
    case 'json':
      return anyJsonSchemas[anyJson];
    case 'object':
      return anyJson === 'anything' ? { type: 'object' } : anyJsonSchemas[anyJson];
    case 'upload':
      return closedObjects ? uploadSchema : openUpload;
    case 'schema':
      return rule.schema ?? {};
    case 'string':
    case 'id':
    case 'digits':
    case 'unknown':
      return { type: 'string', ...(keywords && rule.keywords) };
  }
}

const anyJsonSchemas: { readonly [Form in ProfileRules['anyJson']]: JsonSchema } = {
  anything: {},
  object: { type: 'object', properties: {}, additionalProperties: true },
  text: { type: 'string' },
};

/** A file; the gateway sends it by the GraphQL multipart request specification. */
const openUpload: JsonSchema = {
  type: 'object',
  properties: {
    filename: { type: 'string', description: 'Name of the file.' },
    contentType: { type: 'string', description: 'Media type, such as image/png.' },
    base64: { type: 'string', description: 'Content of the file, Base64.' },
  },
  required: ['filename', 'contentType', 'base64'],
};

/** The schema that files are checked with, whatever the profile. */
export const uploadSchema: JsonSchema = { ...openUpload, additionalProperties: false };

/** Keywords that reject null whatever `type` allows. */
const rejectingNull = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'not'] as const;

/**
 * Extends a schema to accept null. If a keyword other than `type` rejects null, the schema becomes a
 * branch of an `anyOf`: some clients reject null as a member of an enum.
 */
export function orNull(schema: JsonSchema): JsonSchema {
  if (rejectingNull.some((keyword) => schema[keyword] !== undefined)) {
    return { anyOf: [schema, { type: 'null' }] };
  }
  const { type } = schema;
  if (type === undefined) return schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  return type.includes('null') ? schema : { ...schema, type: [...type, 'null'] };
}

/** Restricts a schema to reject null; only `{}` accepts it. */
export function notNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? anythingButNull : schema;
}

const anythingButNull: JsonSchema = { type: ['object', 'array', 'string', 'number', 'boolean'] };
