import {
  astFromValue,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  valueFromASTUntyped,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type ValueNode,
} from 'graphql';
import { isJsonObject, type JsonValue } from '../../core/json.ts';

/** A default as JSON; null is a default, too. */
export interface Default {
  readonly value: JsonValue;
}

/** What graphql 17 has in place of `defaultValue`. */
interface DefaultOf17 {
  readonly default?: { readonly literal?: ValueNode; readonly value?: unknown } | undefined;
}

/**
 * The default of an argument or input field as JSON.
 *
 * graphql 16 keeps the internal value in `defaultValue`; graphql 17 keeps the literal or the external
 * value in `default`. Where the SDL is at hand its literal is read, which both have.
 */
export function defaultOf(holder: GraphQLArgument | GraphQLInputField): Default | undefined {
  const literal = holder.astNode?.defaultValue ?? (holder as DefaultOf17).default?.literal;
  if (literal) return defaultOfLiteral(literal, holder.type);
  const later = (holder as DefaultOf17).default;
  if (later && later.value !== undefined) return { value: later.value as JsonValue };
  if (holder.defaultValue === undefined) return undefined;
  const node = astFromValue(holder.defaultValue, holder.type);
  return node ? defaultOfLiteral(node, holder.type) : undefined;
}

/**
 * A literal as JSON, coerced as GraphQL coerces input: a single value stands for a list of it, an
 * enum's literal is its name.
 */
export function defaultOfLiteral(literal: ValueNode, type: GraphQLInputType): Default {
  return { value: coerce(valueFromASTUntyped(literal) as JsonValue, type) };
}

function coerce(value: JsonValue, type: GraphQLInputType): JsonValue {
  if (isNonNullType(type)) return coerce(value, type.ofType);
  if (value === null) return null;
  if (isListType(type)) {
    const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    return items.map((item) => coerce(item, type.ofType));
  }
  if (isInputObjectType(type) && isJsonObject(value)) {
    const fields = type.getFields();
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        return [name, field ? coerce(member, field.type) : member];
      }),
    );
  }
  if (isEnumType(type)) return value;
  return type.toString() === 'ID' && typeof value === 'number' ? String(value) : value;
}
