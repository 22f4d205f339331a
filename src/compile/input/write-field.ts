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
import { notNull, orNull } from './write-leaf.ts';

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
  const isStrictAlternative = field.isAlternative && rules.keywords;
  const nullable = field.optional && header === undefined && !isStrictAlternative;
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
