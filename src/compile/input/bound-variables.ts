import {
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import type { ParamOptions } from '../../config/upstream-options.ts';
import type { BoundVariable } from '../../core/tool.ts';
import type { ScalarKind } from '../model/well-known-scalars.ts';
import type { DeriveShape } from './derive-shapes.ts';
import type { InputShape } from './input-shape.ts';

/** The options that bind a variable, and what they take its value from. */
export const bindings = [
  ['fromClaim', 'claim'],
  ['fromHeader', 'header'],
  ['fromEnv', 'env'],
] as const;

/** The variable as it is bound, or undefined for one that an agent gives. */
export function boundVariableOf(
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
  options: ParamOptions,
  schema: GraphQLSchema,
  derive: DeriveShape,
): BoundVariable | undefined {
  const binding = bindings.find(([option]) => options[option] !== undefined);
  if (!binding) return undefined;
  const [option, from] = binding;
  const type = typeFromAST(schema, typeNode) as GraphQLInputType;
  return {
    variable: variable.name.value,
    from,
    name: options[option] ?? '',
    required: isNonNullType(type) && defaultValue === undefined,
    type: typeOf(derive(type).shape),
  };
}

type BoundType = BoundVariable['type'];

const types: Readonly<Partial<Record<ScalarKind, BoundType>>> = {
  string: 'string',
  id: 'string',
  digits: 'string',
  unknown: 'string',
  int: 'integer',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

function typeOf(shape: InputShape): BoundType {
  if (shape.kind === 'enum') return 'string';
  if (shape.kind !== 'scalar') return 'json';
  const { kind, schema } = shape.rule;
  return types[kind] ?? typesOfSchemas.get(schema?.type) ?? 'json';
}

const typesOfSchemas = new Map<unknown, BoundType>([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);
