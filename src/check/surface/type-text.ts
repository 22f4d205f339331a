import { notNull, orNull } from '../../compile/input/write-field.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/** A GraphQL type as text: `[ID!]!`. */
export type TypeText = string;

export function isNonNull(type: TypeText): boolean {
  return type.endsWith('!');
}

/** `ID` for `ID!`. */
export function nullableType(type: TypeText): TypeText {
  return isNonNull(type) ? type.slice(0, -1) : type;
}

/** The type of the items of a list type, or undefined for a named type. */
export function itemType(type: TypeText): TypeText | undefined {
  const nullable = nullableType(type);
  return nullable.startsWith('[') ? nullable.slice(1, -1) : undefined;
}

/** `Movie` for `[Movie!]!`. */
export function namedType(type: TypeText): string {
  return type.replaceAll(/[[\]!]/g, '');
}

/** The type of values of both types: nullable where one of them is; undefined if they differ in more. */
export function commonType(one: TypeText, other: TypeText): TypeText | undefined {
  if (one === other) return one;
  const mark = isNonNull(one) && isNonNull(other) ? '!' : '';
  const [item, otherItem] = [itemType(one), itemType(other)];
  if (item === undefined || otherItem === undefined) {
    return nullableType(one) === nullableType(other) ? `${nullableType(one)}${mark}` : undefined;
  }
  const common = commonType(item, otherItem);
  return common === undefined ? undefined : `[${common}]${mark}`;
}

/** Writes the schema of a type from the schema of the named type in it. */
export function schemaOfType(
  type: TypeText,
  named: JsonSchema,
  position: 'input' | 'output',
): JsonSchema {
  const item = itemType(type);
  const schema: JsonSchema =
    item === undefined ? named : { type: 'array', items: schemaOfType(item, named, position) };
  if (!isNonNull(type)) {
    const isUnion = position === 'output' && schema.anyOf !== undefined;
    return isUnion ? { anyOf: [...schema.anyOf, { type: 'null' }] } : orNull(schema);
  }
  // an argument of any value still refuses null, while a result of any value promises nothing
  return position === 'input' ? notNull(schema) : schema;
}
