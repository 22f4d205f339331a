import type { JsonSchema } from '../../core/json-schema.ts';
import { maxPartDescriptionLength } from '../model/texts.ts';
import { cutText } from '../../core/text.ts';
import type { ProfileRules } from '../model/profiles.ts';
import type { Argument } from './arguments.ts';
import { describeField } from './describe-field.ts';
import type {
  EnumShape,
  FieldShape,
  InputShape,
  InputValue,
  ObjectShape,
  ScalarShape,
} from './input-shape.ts';
import { withBounds } from './with-bounds.ts';
import { notNull, orNull } from './write-leaf.ts';

/** Writes the schema of an object, null aside; whether its fields are described is its business. */
export type WriteObject = (shape: ObjectShape) => JsonSchema;

/** What a field is written by. */
export interface FieldRules {
  readonly rules: ProfileRules;
  /** Writes a scalar or an enum, null aside. */
  readonly leafOf: (shape: ScalarShape | EnumShape) => JsonSchema;
  /** What is to be said of a type's values beside its schema. */
  readonly factsOf: (shape: InputShape) => readonly (string | undefined)[];
}

/** Writes a property: an input field's, or an argument's. */
export function writeField(
  field: FieldShape | Argument,
  by: FieldRules,
  writeObject: WriteObject,
): JsonSchema {
  const { rules } = by;
  const header = mirroredHeader(field, rules);
  const isStrictAlternative = field.isAlternative && rules.keywords;
  const nullable = field.optional && header === undefined && !isStrictAlternative;
  const value = writeValue({ shape: field.shape, nullable }, by, writeObject);
  const description = joined(describeField(field, by), value.description);
  const examples = 'examples' in field ? field.examples : [];
  return {
    ...(rules.keywords ? withBounds(value, field.shape, field.constraints.bounds) : value),
    ...(description !== undefined && { description }),
    ...(rules.keywords && field.default && { default: field.default.value }),
    ...(rules.keywords && examples.length > 0 && { examples }),
    ...(rules.keywords && field.deprecated !== undefined && { deprecated: true }),
    ...(header !== undefined && { 'x-mcp-header': header }),
  };
}

/** Where every property is required null must stay possible, which a mirrored one may not be. */
function mirroredHeader(field: FieldShape | Argument, { allRequired }: ProfileRules) {
  return 'mcpHeader' in field && !allRequired ? field.mcpHeader : undefined;
}

/** Writes a value without what its place says of it. */
export function writeValue(
  { shape, nullable }: InputValue,
  by: FieldRules,
  writeObject: WriteObject,
): JsonSchema {
  const schema = writePresent(shape, by, writeObject);
  if (!by.rules.nullableInputs) return schema;
  return nullable ? orNull(schema) : notNull(schema);
}

function writePresent(
  shape: InputValue['shape'],
  by: FieldRules,
  writeObject: WriteObject,
): JsonSchema {
  if (shape.kind === 'object') return writeObject(shape);
  if (shape.kind === 'list') {
    return { type: 'array', items: writeValue(shape.item, by, writeObject) };
  }
  return by.leafOf(shape);
}

function joined(description: string | undefined, more: string | undefined): string | undefined {
  if (description === undefined || more === undefined) return description ?? more;
  return cutText(`${description} ${more}`, maxPartDescriptionLength);
}
