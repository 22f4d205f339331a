import type { GraphQLSchema, VariableDefinitionNode } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import type { ObjectSchema } from '../../core/json-schema.ts';
import type { BoundVariable, PreparedArguments } from '../../core/tool.ts';
import { placeOf } from '../../load/place-of.ts';
import type { OperationSource } from '../../load/sources.ts';
import { finding } from '../model/diagnostics.ts';
import { createJsonBytes, type JsonBytes } from '../model/schema-size.ts';
import { profileRules } from '../model/profiles.ts';
import type { CompileSettings, ParamSettings } from '../model/settings.ts';
import { argumentOf, type Argument } from './arguments.ts';
import { boundVariableOf } from './bound-variables.ts';
import { checkArguments, isLegalName, withSoundExamples } from './check-arguments.ts';
import { checkBindings } from './check-bindings.ts';
import { createRenameCheck } from './check-renamed.ts';
import { createShapeDeriver, type DeriveShape } from './derive-shapes.ts';
import { createPrepareArguments } from './prepare-arguments.ts';
import type { ReadingSettings } from './reading.ts';
import { createFileFinder } from './takes-files.ts';
import { createUseFinder, type FindUses } from './variable-uses.ts';
import { createInputWriter } from './write-input.ts';

/** What is compiled of an operation's variables. */
export interface CompiledInput {
  readonly inputSchema: ObjectSchema;
  /** The arguments that the schema is written from. */
  readonly given: readonly Argument[];
  /** Makes variables of a call's arguments: `Tool.prepareArguments`. */
  readonly prepareArguments: (given: unknown) => PreparedArguments;
  /** Variables the agent never sees, in order of declaration. */
  readonly bound: readonly BoundVariable[];
  /** Whether some variable takes files, at any depth. */
  readonly takesFiles: boolean;
  /** Errors mean that the operation is not to be served. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the variables of one operation, which is valid against the schema. */
export type InputCompiler = (
  source: OperationSource,
  params: Params,
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
  bytesOf: JsonBytes = createJsonBytes(),
): InputCompiler {
  const rules = profileRules[settings.profile];
  const derive = createShapeDeriver(settings.scalars);
  const findUses = createUseFinder(schema);
  const takesFiles = createFileFinder(schema, settings.scalars);
  const checkRenamed = createRenameCheck(schema);
  const budget = { nodes: settings.maxSchemaNodes, bytes: settings.maxSchemaBytes };
  const writeInput = createInputWriter(rules, budget, bytesOf);
  const reading: ReadingSettings = {
    nullAsAbsent: settings.nullAsAbsent || rules.allRequired,
    keywords: rules.keywords,
    jsonIsOpen: rules.anyJson === 'anything',
  };
  return (source, params, tool) => {
    const { bound, given } = sortVariables(source, params, { schema, derive, findUses });
    // an illegal name is an error of its own, and would only be found again in the schema
    const shown = given.filter(({ name }) => isLegalName(name));
    const described = shown.map((argument) => withSoundExamples(argument, reading));
    const written = writeInput(described);
    return {
      inputSchema: written.schema,
      given: described,
      prepareArguments: createPrepareArguments(given, reading),
      bound,
      takesFiles: takesFiles(given.map(({ shape }) => shape)),
      diagnostics: [
        ...[...params].flatMap(([variable, said]) => checkBindings(variable, said, tool)),
        ...checkArguments(given, { params, declaredAt: declaredIn(source), tool }),
        ...checkRenamed(given, params, { place: source.place, tool }),
        ...(written.collapsed ? [collapsedInput(source, tool)] : []),
      ],
    };
  };
}

type Params = ReadonlyMap<string, ParamSettings>;

/** An operation's variables: those that an agent gives, and those it never sees. */
interface Variables {
  readonly given: readonly Argument[];
  readonly bound: readonly BoundVariable[];
}

/** What variables are looked up in. */
interface Lookup {
  readonly schema: GraphQLSchema;
  readonly derive: DeriveShape;
  readonly findUses: FindUses;
}

function sortVariables(
  source: OperationSource,
  params: Params,
  { schema, derive, findUses }: Lookup,
): Variables {
  const definitions = source.operation.variableDefinitions ?? [];
  const uses = definitions.length === 0 ? [] : findUses(source);
  const names = namesOf(definitions, params);
  const bound: BoundVariable[] = [];
  const given: Argument[] = [];
  for (const definition of definitions) {
    const options = params.get(definition.variable.name.value)?.options ?? {};
    const binding = boundVariableOf(definition, options, schema, derive);
    if (binding) bound.push(binding);
    else given.push(argumentOf(definition, options, { schema, derive, uses, names }));
  }
  return { bound, given };
}

function namesOf(
  definitions: readonly VariableDefinitionNode[],
  params: Params,
): ReadonlySet<string> {
  const chosen = [...params.values()].flatMap(({ options }) => options.name ?? []);
  return new Set([...definitions.map(({ variable }) => variable.name.value), ...chosen]);
}

function declaredIn({ operation, place }: OperationSource): (variable: string) => Place {
  return (name) => {
    const node = operation.variableDefinitions?.find(
      ({ variable }) => variable.name.value === name,
    );
    return (node && placeOf(node)) ?? place;
  };
}

function collapsedInput({ place }: OperationSource, tool: string): Diagnostic {
  return finding(
    'warning',
    'INPUT_SCHEMA_COLLAPSED',
    `The input schema of "${tool}" is over the size budget, so its deepest parts are told in words.`,
    'Use smaller input types, or raise limits.maxSchemaBytes and limits.maxSchemaNodes.',
    { place, tool },
  );
}
