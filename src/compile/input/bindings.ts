import {
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import type { ParamOptions } from '../../config/upstream-options.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import type { BoundVariable } from '../../core/tool.ts';
import { compileDiagnostic } from '../model/diagnostics.ts';
import type { ParamSettings } from '../model/settings.ts';
import type { ScalarKind } from '../model/well-known-scalars.ts';
import type { DeriveShape } from './derive-shapes.ts';
import type { InputShape } from './shapes.ts';

/** The options that bind a variable, and the source of its value. */
const bindings = [
  ['fromClaim', 'claim'],
  ['fromHeader', 'header'],
  ['fromEnv', 'env'],
] as const;

/** Returns whether a variable with these options is bound, so that agents do not see it. */
export function isBound(options: ParamOptions): boolean {
  return bindings.some(([option]) => options[option] !== undefined);
}

/** Returns how a variable is bound; undefined if it is an argument. */
export function bindVariable(
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
    type: boundTypeOf(derive(type).shape),
  };
}

type BoundType = BoundVariable['type'];

function boundTypeOf(shape: InputShape): BoundType {
  if (shape.kind === 'enum') return 'string';
  if (shape.kind !== 'scalar') return 'json';
  const { kind, schema } = shape.rule;
  return typesOfKinds[kind] ?? typesOfSchemas.get(schema?.type) ?? 'json';
}

const typesOfKinds: Readonly<Partial<Record<ScalarKind, BoundType>>> = {
  string: 'string',
  id: 'string',
  digits: 'string',
  unknown: 'string',
  int: 'integer',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

const typesOfSchemas = new Map<unknown, BoundType>([
  ['string', 'string'],
  ['integer', 'integer'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

/** Options that only affect arguments. */
const argumentOptions = ['name', 'description', 'examples', 'mcpHeader'] as const;

/** Checks that a variable has one binding with a name, and no options that a bound one ignores. */
export function checkBinding(
  variable: string,
  { options, placeOf }: ParamSettings,
  tool: string,
): readonly Diagnostic[] {
  const used = bindings.map(([option]) => option).filter((option) => options[option] !== undefined);
  const [first, second] = used;
  if (first === undefined) return [];
  if (second !== undefined || options[first] === '') {
    const message = second
      ? `$${variable} is bound twice, by ${used.join(' and ')}.`
      : `${first} of $${variable} is empty.`;
    const place = placeOf(second ?? first);
    return [compileDiagnostic('ARGUMENT_BINDING_INVALID', message, { place, tool })];
  }
  const ignored = argumentOptions.filter((option) => options[option] !== undefined);
  const [place] = ignored.map(placeOf);
  if (place === undefined) return [];
  const names = ignored.join(' and ');
  const message = `$${variable} is bound by ${first}, so agents do not see it: ${names} ${ignored.length === 1 ? 'has' : 'have'} no effect.`;
  const hint = `Remove ${names}, or ${first}.`;
  return [compileDiagnostic('ARGUMENT_SETTINGS_UNUSED', message, { hint, place, tool })];
}
