import {
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import { findForbiddenBinding, type BindingRules } from '../../config/rules/header-rules.ts';
import type { ParamOptions } from '../../config/upstream-options.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { stableJson } from '../../core/json.ts';
import type { BoundVariable } from '../../core/tool.ts';
import type { OperationSource } from '../../load/operations/operation-sources.ts';
import { compileDiagnostic } from '../model/diagnostics.ts';
import type { ParamSettings } from '../model/settings.ts';
import { commentAbove, commentBeside, firstText } from '../model/texts.ts';
import type { ScalarKind } from '../model/well-known-scalars.ts';
import { intersectConstraints, readConstraints } from './constraints.ts';
import { defaultOf, defaultOfLiteral } from './defaults.ts';
import { constraintCheck, type DeriveShape } from './derive-shapes.ts';
import type { Argument, Default, InputShape } from './shapes.ts';
import type { FindUses, VariableUse } from './uses.ts';

/** The variables of an operation: arguments, and those that agents do not see. */
interface Variables {
  readonly args: readonly Argument[];
  readonly bound: readonly BoundVariable[];
}

interface VariableContext {
  readonly schema: GraphQLSchema;
  readonly derive: DeriveShape;
  readonly findUses: FindUses;
}

/** Reads the variables of an operation. */
export function readVariables(
  source: OperationSource,
  params: ReadonlyMap<string, ParamSettings>,
  { schema, derive, findUses }: VariableContext,
): Variables {
  const definitions = source.operation.variableDefinitions ?? [];
  const uses = definitions.length === 0 ? [] : findUses(source);
  const bound: BoundVariable[] = [];
  const args: Argument[] = [];
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    const options = params.get(name)?.options ?? {};
    const binding = bindVariable(definition, options, schema, derive);
    if (binding) {
      bound.push(binding);
    } else {
      const usesOfVariable = uses.filter(({ variable }) => variable === name);
      args.push(createArgument(definition, options, usesOfVariable, schema, derive));
    }
  }
  return { bound, args };
}

/**
 * Creates the argument for a variable.
 *
 * Its description is the first of: the settings, the variable's own description (GraphQL September 2025),
 * the comment above or beside it, the descriptions of the arguments and input fields that it is passed
 * to, in document order. (The writer falls back to the description of the type.)
 *
 * @param uses the uses of this variable.
 */
function createArgument(
  definition: VariableDefinitionNode,
  options: ParamOptions,
  uses: readonly VariableUse[],
  schema: GraphQLSchema,
  derive: DeriveShape,
): Argument {
  const variable = definition.variable.name.value;
  const { shape, ...type } = derive(typeFromAST(schema, definition.type) as GraphQLInputType);
  // the chosen member of a @oneOf must not be null, though older rules accept a nullable variable
  const nullable = type.nullable && !uses.some(({ isChosen }) => isChosen);
  const ownDefault = definition.defaultValue && defaultOfLiteral(definition.defaultValue, shape);
  const constraints = intersectConstraints(
    uses.map(({ directives, isItem }) => readConstraints(directives, shape, isItem)),
  );
  return {
    name: options.name ?? variable,
    variable,
    shape,
    nullable,
    description: firstText([
      options.description,
      definition.description?.value,
      commentAbove(definition),
      commentBeside(definition),
      ...uses.map(({ description }) => description),
    ]),
    deprecationReason:
      uses.map(({ target }) => target?.deprecationReason).find((reason) => reason) ?? undefined,
    default: ownDefault ?? (nullable ? sharedDefault(uses, shape) : undefined),
    constraints,
    checkConstraints: constraintCheck(shape, constraints),
    optional: nullable || ownDefault !== undefined,
    isAlternative: false,
    dropsNull: nullable ? uses.some(({ nonNull }) => nonNull) : ownDefault !== undefined,
    examples: options.examples ?? [],
    mcpHeader: options.mcpHeader,
  };
}

/** Returns the default that applies in all places if the variable is omitted, if it is the same. */
function sharedDefault(uses: readonly VariableUse[], shape: InputShape): Default | undefined {
  const defaults = uses.map(({ target }) => target && defaultOf(target, shape));
  const [first] = defaults;
  if (first === undefined) return undefined;
  const text = stableJson(first.value);
  return defaults.every((one) => one && stableJson(one.value) === text) ? first : undefined;
}

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
function bindVariable(
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

/**
 * Checks that a variable has one binding with a name and an allowed source, and no options that a
 * bound one ignores.
 */
export function checkBinding(
  variable: string,
  { options, placeOf }: ParamSettings,
  tool: string,
  rules: BindingRules,
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
  const forbidden = findForbiddenBinding(options, rules);
  if (forbidden) {
    const { option, predicate, hint } = forbidden;
    const message = `${option} of $${variable} ${predicate}.`;
    const place = placeOf(option);
    return [compileDiagnostic('ARGUMENT_BINDING_FORBIDDEN', message, { hint, place, tool })];
  }
  const ignored = argumentOptions.filter((option) => options[option] !== undefined);
  const [place] = ignored.map(placeOf);
  if (place === undefined) return [];
  const names = ignored.join(' and ');
  const message = `$${variable} is bound by ${first}, so agents do not see it: ${names} ${ignored.length === 1 ? 'has' : 'have'} no effect.`;
  const hint = `Remove ${names}, or ${first}.`;
  return [compileDiagnostic('ARGUMENT_SETTINGS_UNUSED', message, { hint, place, tool })];
}
