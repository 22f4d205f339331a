import {
  astFromValue,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  valueFromASTUntyped,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type ValueNode,
} from 'graphql';
import type { JsonSchema } from '../../core/json-schema.ts';
import type { JsonValue } from '../../core/json.ts';
import { scalarRuleOf, type ScalarRule } from '../scalars.ts';

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
export function defaultOf(
  holder: GraphQLArgument | GraphQLInputField,
  scalars: ReadonlyMap<string, JsonSchema>,
): Default | undefined {
  const literal = holder.astNode?.defaultValue ?? (holder as DefaultOf17).default?.literal;
  if (literal) return defaultOfLiteral(literal, holder.type, scalars);
  const later = (holder as DefaultOf17).default;
  if (later && later.value !== undefined) return { value: later.value as JsonValue };
  if (holder.defaultValue === undefined) return undefined;
  const node = astFromValue(holder.defaultValue, holder.type);
  return node ? defaultOfLiteral(node, holder.type, scalars) : undefined;
}

/**
 * A literal as JSON, coerced as GraphQL coerces input: a single value stands for a list of it, an
 * enum's literal is its name. A number that travels as text, such as an id, is text with all digits.
 */
export function defaultOfLiteral(
  literal: ValueNode,
  type: GraphQLInputType,
  scalars: ReadonlyMap<string, JsonSchema>,
): Default {
  return { value: read(literal, type, scalars) };
}

function read(
  literal: ValueNode,
  type: GraphQLInputType,
  scalars: ReadonlyMap<string, JsonSchema>,
): JsonValue {
  if (isNonNullType(type)) return read(literal, type.ofType, scalars);
  if (literal.kind === 'NullValue') return null;
  if (isListType(type)) {
    const items = literal.kind === 'ListValue' ? literal.values : [literal];
    return items.map((item) => read(item, type.ofType, scalars));
  }
  if (isInputObjectType(type) && literal.kind === 'ObjectValue') {
    const fields = type.getFields();
    const members = literal.fields.map(({ name, value }) => {
      const field = Object.hasOwn(fields, name.value) ? fields[name.value] : undefined;
      const member = field
        ? read(value, field.type, scalars)
        : (valueFromASTUntyped(value) as JsonValue);
      return [name.value, member] as const;
    });
    return Object.fromEntries(members);
  }
  const isNumber = literal.kind === 'IntValue' || literal.kind === 'FloatValue';
  if (isNumber && isScalarType(type) && isText(scalarRuleOf(type, scalars))) return literal.value;
  return valueFromASTUntyped(literal) as JsonValue;
}

function isText({ kind }: ScalarRule): boolean {
  return kind === 'string' || kind === 'id';
}
