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
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ScalarKind } from '../model/well-known-scalars.ts';
import type { InputShape, ObjectShape, ScalarShape } from './input-shape.ts';

/** What is taken for a value that is not given; null is a default, too. */
export interface Default {
  /** As JSON, coerced to its type; made at first use. */
  readonly value: JsonValue;
}

/** What graphql 17 has in place of `defaultValue`. */
interface HolderOf17 {
  readonly default?: { readonly literal?: ValueNode; readonly value?: unknown } | undefined;
}

/**
 * The default of an argument or input field.
 *
 * graphql 16 keeps the internal value in `defaultValue`; graphql 17 keeps the literal or the external
 * value in `default`. Where the SDL is at hand its literal is read, which both have.
 */
export function defaultOf(
  holder: GraphQLArgument | GraphQLInputField,
  shape: InputShape,
): Default | undefined {
  const later = (holder as HolderOf17).default;
  const literal = holder.astNode?.defaultValue ?? later?.literal;
  if (literal) return defaultOfLiteral(literal, shape);
  if (later?.value !== undefined) return lazy(() => asSeen(jsonOf(later.value), shape));
  const { defaultValue, type } = holder;
  return defaultValue === undefined
    ? undefined
    : lazy(() => asSeen(externalOf(defaultValue, type), shape));
}

/** A literal as default of a variable, argument or input field. */
export function defaultOfLiteral(literal: ValueNode, shape: InputShape): Default {
  return lazy(() => coerceLiteral(literal, shape));
}

function lazy(make: () => JsonValue): Default {
  let maker: (() => JsonValue) | undefined = make;
  let made: JsonValue = null;
  return {
    get value() {
      if (maker) {
        const run = maker;
        // a default that holds itself is no legal one, but must not overrun the stack either; and a
        // literal that is held on to holds on to all tokens of its file
        maker = undefined;
        made = run();
      }
      return made;
    },
  };
}

/**
 * A literal as JSON, coerced as GraphQL coerces input: a single value stands for a list of it, an
 * enum's literal is its name, and fields that are left out have their own defaults.
 */
function coerceLiteral(literal: ValueNode, shape: InputShape): JsonValue {
  if (literal.kind === Kind.NULL) return null;
  switch (shape.kind) {
    case 'list': {
      const items = literal.kind === Kind.LIST ? literal.values : [literal];
      return items.map((item) => coerceLiteral(item, shape.item.shape));
    }
    case 'object':
      return literal.kind === Kind.OBJECT ? coerceObject(literal, shape) : null;
    case 'scalar':
      return scalarLiteral(literal, shape);
    case 'enum':
      return jsonOf(valueFromASTUntyped(literal));
  }
}

function coerceObject({ fields }: ObjectValueNode, shape: ObjectShape): JsonValue {
  const given = new Map(fields.map(({ name, value }) => [name.value, value]));
  const members = [...shape.fields.values()].flatMap((field) => {
    const literal = given.get(field.sentAs);
    if (literal) return [[field.name, coerceLiteral(literal, field.shape)] as const];
    return field.default ? [[field.name, field.default.value] as const] : [];
  });
  return Object.fromEntries(members);
}

const textKinds: ReadonlySet<ScalarKind> = new Set(['string', 'id', 'digits', 'unknown']);

function scalarLiteral(literal: ValueNode, { rule }: ScalarShape): JsonValue {
  const isNumber = literal.kind === Kind.INT || literal.kind === Kind.FLOAT;
  // text keeps the digits that a number would lose
  const asText = textKinds.has(rule.kind);
  return isNumber && asText ? literal.value : jsonOf(valueFromASTUntyped(literal));
}

/** A value by the names that agents see. */
function asSeen(value: JsonValue, shape: InputShape): JsonValue {
  if (shape.kind === 'list' && Array.isArray(value)) {
    return value.map((item: JsonValue) => asSeen(item, shape.item.shape));
  }
  if (shape.kind !== 'object' || !isJsonObject(value)) return value;
  const members = [...shape.fields.values()].flatMap(({ name, sentAs, shape: inner }) => {
    const member = ownMember(value, sentAs) as JsonValue | undefined;
    return member === undefined ? [] : [[name, asSeen(member, inner)] as const];
  });
  return Object.fromEntries(members);
}

/** An internal value of a schema made in code, as it would be sent. */
function externalOf(value: unknown, type: GraphQLInputType): JsonValue {
  if (isNonNullType(type)) return externalOf(value, type.ofType);
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    return [value].flat().map((item: unknown) => externalOf(item, type.ofType));
  }
  if (isInputObjectType(type)) {
    if (!isJsonObject(value)) return null;
    const fields = Object.values(type.getFields()).flatMap((field) => {
      const member = ownMember(value, field.name);
      return member === undefined ? [] : [[field.name, externalOf(member, field.type)] as const];
    });
    return Object.fromEntries(fields);
  }
  if (isEnumType(type)) {
    return type.getValues().find((one) => one.value === value)?.name ?? jsonOf(value);
  }
  return isLeafType(type) ? serialized(value, (one) => type.serialize(one)) : jsonOf(value);
}

function serialized(value: unknown, serialize: (value: unknown) => unknown): JsonValue {
  try {
    return jsonOf(serialize(value));
  } catch {
    // a scalar that reads arguments may still be unable to write them
    return jsonOf(value);
  }
}

/** A value as JSON has it; what JSON cannot write becomes text. */
function jsonOf(value: unknown): JsonValue {
  if (typeof value === 'bigint') return String(value);
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  ) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as JsonObject);
}
