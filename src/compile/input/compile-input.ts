import {
  getNamedType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import type { ParamOptions } from '../../config/options.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import type { ObjectSchema } from '../../core/json-schema.ts';
import type { BoundVariable, PreparedArguments } from '../../core/tool.ts';
import type { OperationSource } from '../../load/sources.ts';
import { profileRules } from '../profiles/profile-rules.ts';
import { scalarRuleOf, type ScalarRule } from '../scalars.ts';
import type { CompileSettings } from '../settings.ts';
import type { ParamSettings } from '../tool-options.ts';
import { createValidator } from '../validators.ts';
import { argumentsOf } from './arguments.ts';
import { checkArguments } from './check-arguments.ts';
import { fitInput } from './fit-input.ts';
import { createInputShapes } from './input-shape.ts';
import { createPrepareArguments } from './prepare-arguments.ts';
import { takesFiles } from './takes-files.ts';
import { createFindUses } from './variable-uses.ts';

/** What is compiled of an operation's variables. */
export interface CompiledInput {
  readonly inputSchema: ObjectSchema;
  /** Makes variables of a call's arguments: `Tool.prepareArguments`. */
  readonly prepareArguments: (given: unknown) => PreparedArguments;
  /** Variables the agent never sees, in order of declaration. */
  readonly bound: readonly BoundVariable[];
  /** Whether some variable takes files: `Operation.takesFiles`. */
  readonly takesFiles: boolean;
  /** Errors mean that the operation is not to be served. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the variables of one operation, which is valid against the schema. */
export type InputCompiler = (
  source: OperationSource,
  params: ReadonlyMap<string, ParamSettings>,
  /** Name of the tool, for diagnostics. */
  tool: string,
) => CompiledInput;

/**
 * Makes the compiler of variables for one schema and one set of settings.
 *
 * What it derives of a type is kept as long as the compiler itself, so that hundreds of operations
 * share it: make one for each compile.
 */
export function createInputCompiler(
  schema: GraphQLSchema,
  settings: CompileSettings,
): InputCompiler {
  const rules = profileRules[settings.profile];
  const shapes = createInputShapes(settings.scalars);
  const findUses = createFindUses(schema);
  const coerceSettings = { nullAsAbsent: settings.nullAsAbsent || rules.allRequired };
  return (source, params, tool) => {
    const variables = source.operation.variableDefinitions ?? [];
    const bound = variables.flatMap((definition) => {
      const options = params.get(definition.variable.name.value)?.options;
      return (options && boundVariable(definition, options, schema, settings)) ?? [];
    });
    const hidden = new Set(bound.map(({ variable }) => variable));
    const uses = variables.length === 0 ? [] : findUses(source);
    const all = argumentsOf(source, schema, shapes, uses, params);
    const given = all.filter(({ variable }) => !hidden.has(variable));
    const { schema: inputSchema, collapsed } = fitInput(given, rules, settings);
    const checked = createValidator(
      () => fitInput(given, { ...rules, ...lenient }, settings).schema,
    );
    return {
      inputSchema,
      prepareArguments: createPrepareArguments(given, checked, coerceSettings),
      bound,
      takesFiles: takesFiles(given.map(({ shape }) => shape)),
      diagnostics: [
        ...checkArguments(source, given, params, tool),
        ...(collapsed ? [collapsedInput(source, tool)] : []),
      ],
    };
  };
}

/** How the advertised schema is read: what arguments may be once they have been coerced. */
const lenient = {
  nullableInputs: true,
  allRequired: false,
  closedObjects: true,
  anyJson: 'anything',
} as const;

function collapsedInput({ place }: OperationSource, tool: string): Diagnostic {
  return {
    code: 'INPUT_SCHEMA_COLLAPSED',
    severity: 'warning',
    message: `The input schema of "${tool}" is over the size budget, so its deepest parts are told in words.`,
    hint: 'Use smaller input types, or raise limits.maxSchemaBytes and limits.maxSchemaNodes.',
    place,
    tool,
  };
}

const sources = [
  ['fromClaim', 'claim'],
  ['fromHeader', 'header'],
  ['fromEnv', 'env'],
] as const;

const boundTypes: Readonly<Partial<Record<ScalarRule['kind'], BoundVariable['type']>>> = {
  string: 'string',
  id: 'string',
  int: 'integer',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

function boundVariable(
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
  options: ParamOptions,
  schema: GraphQLSchema,
  settings: CompileSettings,
): BoundVariable | undefined {
  const source = sources.find(([option]) => options[option] !== undefined);
  if (!source) return undefined;
  const type = typeFromAST(schema, typeNode) as GraphQLInputType;
  const named = isNonNullType(type) ? type.ofType : type;
  const scalar = named === getNamedType(named) && 'serialize' in named && !('getValues' in named);
  const kind = scalar ? boundTypes[scalarRuleOf(named, settings.scalars).kind] : undefined;
  const isEnum = 'getValues' in named;
  return {
    variable: variable.name.value,
    from: source[1],
    name: options[source[0]] ?? '',
    required: isNonNullType(type) && defaultValue === undefined,
    type: kind ?? (isEnum ? 'string' : 'json'),
  };
}
