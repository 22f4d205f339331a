import type { JsonSchema } from '../../core/json-schema.ts';
import { cutText } from '../../core/text.ts';
import type { ProfileRules } from '../model/profiles.ts';
import { maxPartDescriptionLength } from '../model/texts.ts';
import type {
  Argument,
  EnumShape,
  FieldShape,
  InputShape,
  InputValue,
  ObjectShape,
  ScalarShape,
} from './shapes.ts';
import { withBounds } from './constraints.ts';
import { describeField } from './describe-field.ts';

/** Writes the parts of a field's schema that do not depend on the field. */
interface PartWriters {
  readonly rules: ProfileRules;
  /** Writes the schema of a scalar or an enum without null. */
  readonly writeLeaf: (shape: ScalarShape | EnumShape) => JsonSchema;
  /** Writes the schema of an object without null: with or without its fields, or as a reference. */
  readonly writeObject: (shape: ObjectShape) => JsonSchema;
  /** Returns the facts about a type's values that its schema does not express. */
  readonly typeFacts: (shape: InputShape) => readonly (string | undefined)[];
}

/** Writes the schema of an input field or an argument. */
export function writeField(field: FieldShape | Argument, writers: PartWriters): JsonSchema {
  const { rules } = writers;
  const header = mirroredHeader(field, rules);
  // GraphQL rejects null for every field of a `@oneOf`; if all are required, null is omission
  const isAlternative = field.isAlternative && !rules.allRequired;
  const nullable = field.optional && header === undefined && !isAlternative;
  const value = writeValue({ shape: field.shape, nullable }, writers);
  const purpose = describeField(field, rules, writers.typeFacts(field.shape));
  const description = joinDescriptions(purpose, value.description);
  const examples = 'examples' in field ? field.examples : [];
  return {
    ...(rules.keywords ? withBounds(value, field.shape, field.constraints.bounds) : value),
    ...(description !== undefined && { description }),
    ...(rules.keywords && field.default && { default: field.default.value }),
    ...(rules.keywords && examples.length > 0 && { examples }),
    ...(rules.keywords && field.deprecationReason !== undefined && { deprecated: true }),
    ...(header !== undefined && { 'x-mcp-header': header }),
  };
}

/**
 * A mirrored argument must not be nullable. If all properties are required, null has to stay possible, so
 * nothing is mirrored.
 */
function mirroredHeader(
  field: FieldShape | Argument,
  { allRequired }: ProfileRules,
): string | undefined {
  return 'mcpHeader' in field && !allRequired ? field.mcpHeader : undefined;
}

function writeValue({ shape, nullable }: InputValue, writers: PartWriters): JsonSchema {
  const schema = writeNonNull(shape, writers);
  if (!writers.rules.nullableInputs) return schema;
  return nullable ? orNull(schema) : notNull(schema);
}

function writeNonNull(shape: InputShape, writers: PartWriters): JsonSchema {
  if (shape.kind === 'object') return writers.writeObject(shape);
  if (shape.kind === 'list') return { type: 'array', items: writeValue(shape.item, writers) };
  return writers.writeLeaf(shape);
}

function joinDescriptions(
  purpose: string | undefined,
  ofType: string | undefined,
): string | undefined {
  if (purpose === undefined || ofType === undefined) return purpose ?? ofType;
  return cutText(`${purpose} ${ofType}`, maxPartDescriptionLength);
}

/** Writes the schema of an object with its fields. */
export function writeObject(
  { fields, required, oneOf }: ObjectShape,
  { allRequired, closedObjects, keywords }: ProfileRules,
  writeProperty: (field: FieldShape) => JsonSchema,
): JsonSchema {
  const requiredNames = allRequired ? [...fields.keys()] : required;
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...fields.values()].map((field) => [field.name, writeProperty(field)]),
    ),
    ...(requiredNames.length > 0 && { required: requiredNames }),
    ...(closedObjects && { additionalProperties: false }),
    ...(oneOf && keywords && { minProperties: 1, maxProperties: 1 }),
  };
}

/**
 * Writes the schema of an object without its fields, which are listed in the description: an open object,
 * or JSON text for clients that reject objects without properties.
 */
export function writeTruncatedObject(
  { name, fields }: ObjectShape,
  { anyJson }: ProfileRules,
): JsonSchema {
  const names = cutText([...fields.keys()].join(', '), 200);
  return anyJson === 'text'
    ? { type: 'string', description: `JSON text of ${name}, an object with ${names}.` }
    : { type: 'object', properties: {}, description: `Same shape as ${name}: ${names}.` };
}

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
