import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  isRequiredInputField,
} from 'graphql';
import type { Choices } from './choices.ts';

/** Values of an operation's variables in their canonical form: what a careful client sends. */
export function randomInputValues(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  choices: Choices,
): Record<string, unknown> {
  const members = variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node) as GraphQLInputType;
    const optional = !isNonNullType(type) || defaultValue !== undefined;
    if (optional && choices.below(2) === 0) return [];
    return [[variable.name.value, valueOf(type, choices, 0)] as const];
  });
  return Object.fromEntries(members);
}

const scalars = new Map<string, readonly unknown[]>([
  ['String', ['', 'text', '\u{1F600}']],
  ['Int', [0, -5, 2_147_483_647]],
  ['Float', [0.5, 3, -1e9]],
  ['Boolean', [true, false]],
  ['ID', ['1', 'abc']],
  // custom ones that say by their names what they take
  ['DateTime', ['2026-01-31T09:30:00Z']],
  ['UUID', ['123e4567-e89b-42d3-a456-426614174000']],
  ['JSON', [{ a: [1, 'b'] }]],
  ['JSONObject', [{ a: [1, 'b'] }]],
  ['BigInt', ['12345678901234567890']],
  ['Long', ['1700000000000']],
]);

function valueOf(type: GraphQLInputType, choices: Choices, depth: number): unknown {
  if (isNonNullType(type)) return present(type.ofType, choices, depth);
  return depth > 6 || choices.rarely(3) ? null : present(type, choices, depth);
}

function present(type: GraphQLInputType, choices: Choices, depth: number): unknown {
  if (isListType(type)) {
    return Array.from({ length: choices.below(3) }, () => valueOf(type.ofType, choices, depth + 1));
  }
  if (isEnumType(type)) return choices.oneOf(type.getValues()).name;
  if (!isInputObjectType(type)) return choices.oneOf(scalars.get(String(type)) ?? ['other']);
  const fields = Object.values(type.getFields());
  if (type.isOneOf) {
    const field = choices.oneOf(fields);
    return { [field.name]: present(field.type, choices, depth + 1) };
  }
  const members = fields.flatMap((field) => {
    const required = isRequiredInputField(field);
    if (!required && (depth > 6 || choices.below(2) === 0)) return [];
    return [[field.name, valueOf(field.type, choices, depth + 1)] as const];
  });
  return Object.fromEntries(members);
}
