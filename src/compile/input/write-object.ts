import type { JsonSchema } from '../../core/json-schema.ts';
import { cutText } from '../../core/text.ts';
import type { ProfileRules } from '../model/profiles.ts';
import type { FieldShape, ObjectShape } from './input-shape.ts';

/** Writes an object with its fields; `writeProperty` writes each. */
export function writeDescribed(
  { fields, required, oneOf }: ObjectShape,
  { allRequired, closedObjects, keywords }: ProfileRules,
  writeProperty: (field: FieldShape) => JsonSchema,
): JsonSchema {
  const needed = allRequired ? [...fields.keys()] : required;
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...fields.values()].map((field) => [field.name, writeProperty(field)]),
    ),
    ...(needed.length > 0 && { required: needed }),
    ...(closedObjects && { additionalProperties: false }),
    ...(oneOf && keywords && { minProperties: 1, maxProperties: 1 }),
  };
}

/**
 * Writes an object whose fields are told in words: open, or JSON as text for clients that take no
 * object without fields. The gateway checks what is given all the same.
 */
export function writeUndescribed(
  { name, fields }: ObjectShape,
  { anyJson }: ProfileRules,
): JsonSchema {
  const names = cutText([...fields.keys()].join(', '), 200);
  return anyJson === 'text'
    ? { type: 'string', description: `JSON text of ${name}, an object with ${names}.` }
    : { type: 'object', properties: {}, description: `Same shape as ${name}: ${names}.` };
}
