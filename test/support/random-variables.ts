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
} from 'graphql';
import type { Choices } from './choices.ts';

/**
 * Values for the variables of a document's only operation: those that must be given, and every
 * Boolean, for it may decide what is answered.
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
