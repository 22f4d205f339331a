import {
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  valueFromASTUntyped,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type ObjectValueNode,
  type ValueNode,
} from 'graphql';
import { isJsonObject, ownMember, type JsonValue } from '../../core/json.ts';
import { textKinds } from '../model/well-known-scalars.ts';
import type { Default, InputShape, ObjectShape, ScalarShape } from './shapes.ts';

/** The member of graphql 17 that replaces `defaultValue`. */
interface DefaultOf17 {
  readonly default?: { readonly literal?: ValueNode; readonly value?: unknown } | undefined;
}

/**
 * Returns the default of an argument or input field.
 *
 * The literal is preferred if the type has one. Otherwise graphql 16 has the internal value in
 * `defaultValue`, and graphql 17 the external value in `default`.
 */
export function defaultOf(
  element: GraphQLArgument | GraphQLInputField,
  shape: InputShape,
): Default | undefined {
  const later = (element as DefaultOf17).default;
  const literal = element.astNode?.defaultValue ?? later?.literal;
  if (literal) return defaultOfLiteral(literal, shape);
  if (later?.value !== undefined) return createDefault(() => toJson(later.value));
  const { defaultValue, type } = element;
  return defaultValue === undefined
    ? undefined
    : createDefault(() => externalValue(defaultValue, type));
}

/** Returns the literal default of a variable, argument or input field. */
export function defaultOfLiteral(literal: ValueNode, shape: InputShape): Default {
  return createDefault(() => coerceLiteral(literal, shape));
}

function createDefault(compute: () => JsonValue): Default {
  let pending: (() => JsonValue) | undefined = compute;
  let value: JsonValue = null;
  return {
    get value() {
      if (pending) {
        const run = pending;
        // cleared first: a default that contains itself (which is invalid) must not recurse forever, and
        // a literal keeps all tokens of its file in memory
        pending = undefined;
        value = run();
      }
      return value;
    },
  };
}

/** Coerces a literal to JSON by the rules of GraphQL: single items, enum names, nested defaults. */
function coerceLiteral(literal: ValueNode, shape: InputShape): JsonValue {
  if (literal.kind === Kind.NULL) return null;
  switch (shape.kind) {
    case 'list': {
      const items = literal.kind === Kind.LIST ? literal.values : [literal];
      return items.map((item) => coerceLiteral(item, shape.item.shape));
    }
    case 'object':
      return literal.kind === Kind.OBJECT ? coerceObjectLiteral(literal, shape) : null;
    case 'scalar':
      return coerceScalarLiteral(literal, shape);
    case 'enum':
      return toJson(valueFromASTUntyped(literal));
  }
}

function coerceObjectLiteral({ fields }: ObjectValueNode, shape: ObjectShape): JsonValue {
  const literals = new Map(fields.map(({ name, value }) => [name.value, value]));
  const members = [...shape.fields.values()].flatMap((field) => {
    const literal = literals.get(field.name);
    if (literal) return [[field.name, coerceLiteral(literal, field.shape)] as const];
    return field.default ? [[field.name, field.default.value] as const] : [];
  });
  return Object.fromEntries(members);
}

function coerceScalarLiteral(literal: ValueNode, { rule }: ScalarShape): JsonValue {
  const isNumber = literal.kind === Kind.INT || literal.kind === Kind.FLOAT;
  // text keeps the digits that a double would lose
  const asText = textKinds.has(rule.kind);
  return isNumber && asText ? literal.value : toJson(valueFromASTUntyped(literal));
}

/** Converts the internal value of a schema made in code to the JSON that clients send. */
function externalValue(value: unknown, type: GraphQLInputType): JsonValue {
  if (isNonNullType(type)) return externalValue(value, type.ofType);
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    return [value].flat().map((item: unknown) => externalValue(item, type.ofType));
  }
  if (isInputObjectType(type)) {
    if (!isJsonObject(value)) return null;
    const fields = Object.values(type.getFields()).flatMap((field) => {
      const member = ownMember(value, field.name);
      return member === undefined ? [] : [[field.name, externalValue(member, field.type)] as const];
    });
    return Object.fromEntries(fields);
  }
  if (isEnumType(type)) {
    return type.getValues().find((one) => one.value === value)?.name ?? toJson(value);
  }
  if (!isLeafType(type)) return toJson(value);
  try {
    return toJson(type.serialize(value));
  } catch {
    // a scalar can be able to read arguments and unable to write results
    return toJson(value);
  }
}

/** Converts a value to JSON; big integers become text, and values without a JSON form null. */
function toJson(value: unknown): JsonValue {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  ) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as JsonValue);
}
