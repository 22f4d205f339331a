import { Kind, type OperationDefinitionNode } from 'graphql';
import { isJsonObject } from '../../src/core/json.ts';

/** Names of optional variables and fields in `randomInputs` that every object inherits. */
export const inheritedInputNames = ['constructor', 'toString', 'valueOf'] as const;

/**
 * Variables as agents give them: what may be left out and is named like what every object inherits
 * has `_` at its end. Fields of that kind are optional in `randomInputs`, variables mostly.
 */
export function shownInputs(
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      shownVariable(operation, name),
      shownFields(value),
    ]),
  );
}

/** The path to a value within variables, as agents see it. */
export function shownPath(
  operation: OperationDefinitionNode,
  [variable, ...within]: readonly (string | number)[],
): readonly (string | number)[] {
  const first = typeof variable === 'string' ? [shownVariable(operation, variable)] : [];
  return [...first, ...within.map((step) => (typeof step === 'string' ? shown(step) : step))];
}

function shownVariable(operation: OperationDefinitionNode, name: string): string {
  const known = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  const isRequired = known?.type.kind === Kind.NON_NULL_TYPE && !known.defaultValue;
  return isRequired ? name : shown(name);
}

function shownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownFields);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [shown(name), shownFields(inner)]),
  );
}

function shown(name: string): string {
  return (inheritedInputNames as readonly string[]).includes(name) ? `${name}_` : name;
}
