import type { JsonSchema } from '../../core/json-schema.ts';
import type { ProfileRules } from '../model/profiles.ts';
import type { EnumShape, ScalarShape } from './input-shape.ts';

/** Largest and smallest `Int` of GraphQL. */
export const intRange = { minimum: -2_147_483_648, maximum: 2_147_483_647 } as const;

/** Writes a scalar or an enum, null aside. */
export function writeLeaf(
  shape: ScalarShape | EnumShape,
  rules: ProfileRules,
  enumBytes: number,
): JsonSchema {
  if (shape.kind === 'scalar') return writeScalar(shape, rules);
  // clients refuse an enum without members
  if (shape.values.length === 0 || isLargeEnum(shape, enumBytes)) return { type: 'string' };
  return { type: 'string', enum: shape.values.map(({ name }) => name) };
}

/** Whether the names of an enum take more than so many bytes: they are then told in words. */
export function isLargeEnum({ values }: EnumShape, enumBytes: number): boolean {
  return values.reduce((bytes, { name }) => bytes + name.length + 3, 0) > enumBytes;
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

/** A file, which the gateway sends as the GraphQL multipart request specification has it. */
const openUpload: JsonSchema = {
  type: 'object',
  properties: {
    filename: { type: 'string', description: 'Name of the file.' },
    contentType: { type: 'string', description: 'Media type, such as image/png.' },
    base64: { type: 'string', description: 'Content of the file, Base64.' },
  },
  required: ['filename', 'contentType', 'base64'],
};

/** What a file must be, whatever the profile. */
export const uploadSchema: JsonSchema = { ...openUpload, additionalProperties: false };

/** Keywords beside a type that would refuse null all the same. */
const refusingNull = ['$ref', 'enum', 'const', 'anyOf', 'oneOf', 'not'] as const;

/**
 * A schema that also takes null. Where more than its type would refuse null, it stands in an `anyOf`:
 * a null among the members of an enum is refused by some clients, and without one null is no member.
 */
export function orNull(schema: JsonSchema): JsonSchema {
  if (refusingNull.some((keyword) => schema[keyword] !== undefined)) {
    return { anyOf: [schema, { type: 'null' }] };
  }
  const { type } = schema;
  if (type === undefined) return schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  return type.includes('null') ? schema : { ...schema, type: [...type, 'null'] };
}

/** A schema that does not take null: only one that takes anything has to say so. */
export function notNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? anythingButNull : schema;
}

const anythingButNull: JsonSchema = { type: ['object', 'array', 'string', 'number', 'boolean'] };
