import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isRequiredInputField,
  type OperationDefinitionNode,
} from 'graphql';
import type { Choices } from './choices.ts';

/**
 * Values for the variables of a document's only operation: the required ones, and every Boolean,
 * because directives may depend on it.
 */
export function randomVariables(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  choices: Choices,
): Readonly<Record<string, unknown>> {
  const operation = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const declared =
    operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
  return Object.fromEntries(
    declared.flatMap(({ variable, type, defaultValue }) => {
      const inputType = typeFromAST(schema, type as never) as unknown as GraphQLInputType;
      const isNeeded = isNonNullType(inputType) && !defaultValue;
      const decides = String(inputType).startsWith('Boolean');
      if (!isNeeded && !decides) return [];
      return [[variable.name.value, valueOf(inputType, choices)] as const];
    }),
  );
}

function valueOf(type: GraphQLInputType, choices: Choices): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, choices);
  if (isListType(type)) return [];
  if (isEnumType(type)) return choices.oneOf(type.getValues()).name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const needed = fields.filter(isRequiredInputField);
    const given = needed.length === 0 && type.isOneOf ? fields.slice(0, 1) : needed;
    return Object.fromEntries(given.map((field) => [field.name, valueOf(field.type, choices)]));
  }
  if (type.name === 'Boolean') return choices.rarely(2);
  return type.name === 'Int' || type.name === 'Float' ? 1 : 'text';
}

/** Values of an operation's variables in canonical form, as a careful client sends them. */
export function randomInputValues(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  choices: Choices,
): Record<string, unknown> {
  const members = variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node) as GraphQLInputType;
    const optional = !isNonNullType(type) || defaultValue !== undefined;
    if (optional && choices.below(2) === 0) return [];
    return [[variable.name.value, inputValueOf(type, choices, 0)] as const];
  });
  return Object.fromEntries(members);
}

const scalars = new Map<string, readonly unknown[]>([
  ['String', ['', 'text', '\u{1F600}']],
  ['Int', [0, -5, 2_147_483_647]],
  ['Float', [0.5, 3, -1e9]],
  ['Boolean', [true, false]],
  ['ID', ['1', 'abc']],
  // custom scalars whose names imply their values
  ['DateTime', ['2026-01-31T09:30:00Z']],
  ['UUID', ['123e4567-e89b-42d3-a456-426614174000']],
  ['JSON', [{ a: [1, 'b'] }]],
  ['JSONObject', [{ a: [1, 'b'] }]],
  ['BigInt', ['12345678901234567890']],
  ['Long', ['1700000000000']],
]);

function inputValueOf(type: GraphQLInputType, choices: Choices, depth: number): unknown {
  if (isNonNullType(type)) return present(type.ofType, choices, depth);
  return depth > 6 || choices.rarely(3) ? null : present(type, choices, depth);
}

function present(type: GraphQLInputType, choices: Choices, depth: number): unknown {
  if (isListType(type)) {
    return Array.from({ length: choices.below(3) }, () =>
      inputValueOf(type.ofType, choices, depth + 1),
    );
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
    return [[field.name, inputValueOf(field.type, choices, depth + 1)] as const];
  });
  return Object.fromEntries(members);
}
