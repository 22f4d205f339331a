import { isScalarType, type GraphQLSchema } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';
import type { BoundVariable, PreparedArguments } from '../../core/tool.ts';
import { placeOf } from '../../load/files/parse-document.ts';
import type { OperationSource } from '../../load/operations/operation-sources.ts';
import { compileDiagnostic } from '../model/diagnostics.ts';
import { profileRules } from '../model/profiles.ts';
import { scalarRuleOf } from '../model/scalars.ts';
import { createJsonBytes, type JsonBytes } from '../model/schema-size.ts';
import type { CompileSettings, ParamSettings } from '../model/settings.ts';
import { checkArguments, createFieldNameCheck, isValidName, withValidExamples } from './checks.ts';
import { createPrepareArguments } from './coerce.ts';
import type { CoercionSettings } from './coercion.ts';
import { createShapeDeriver } from './derive-shapes.ts';
import { reachableShapes, type Argument } from './shapes.ts';
import { createUseFinder } from './uses.ts';
import { checkBinding, readVariables } from './variables.ts';
import { createInputWriter } from './write-schema.ts';

/** The compiled variables of an operation. */
export interface CompiledInput {
  readonly inputSchema: ObjectSchema;
  /** The arguments that the schema describes. */
  readonly arguments: readonly Argument[];
  /** Turns the arguments of a call into variables: `Tool.prepareArguments`. */
  readonly prepareArguments: (input: unknown) => PreparedArguments;
  /** The variables that agents do not see, in order of declaration. */
  readonly bound: readonly BoundVariable[];
  /** Whether a variable takes files, at any depth. */
  readonly takesFiles: boolean;
  /** With an error, the operation is not served. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the variables of an operation that is valid against the schema. */
export type InputCompiler = (
  source: OperationSource,
  params: Params,
  /** The name of the tool, for diagnostics. */
  tool: string,
) => CompiledInput;

type Params = ReadonlyMap<string, ParamSettings>;

/**
 * Creates the compiler of variables for one schema and one set of settings.
 *
 * It keeps what it derives from types for as long as it lives, so create one per compile.
 */
export function createInputCompiler(
  schema: GraphQLSchema,
  settings: CompileSettings,
  bytesOf: JsonBytes = createJsonBytes(),
): InputCompiler {
  const rules = profileRules[settings.profile];
  const derive = createShapeDeriver(settings.scalars);
  const findUses = createUseFinder(schema);
  const takesFiles = createFileCheck(schema, settings.scalars);
  const checkFieldNames = createFieldNameCheck(schema);
  const budget = { nodes: settings.maxSchemaNodes, bytes: settings.maxSchemaBytes };
  const writeInputSchema = createInputWriter(rules, budget, bytesOf);
  const coercion: CoercionSettings = {
    nullAsAbsent: settings.nullAsAbsent || rules.allRequired,
    jsonIsText: rules.anyJson === 'text',
  };
  return (source, params, tool) => {
    const { bound, args } = readVariables(source, params, { schema, derive, findUses });
    // an invalid name is an error of its own, which the lint of the schema would only repeat
    const valid = args.filter(({ name }) => isValidName(name));
    const described = valid.map((argument) => withValidExamples(argument, coercion));
    const { schema: inputSchema, isTruncated } = writeInputSchema(described);
    return {
      inputSchema,
      arguments: described,
      prepareArguments: createPrepareArguments(args, coercion),
      bound,
      takesFiles: takesFiles(args),
      diagnostics: [
        ...[...params].flatMap(([variable, param]) =>
          checkBinding(variable, param, tool, settings),
        ),
        ...checkArguments(args, { params, declaredAt: declarationsIn(source), tool }),
        ...checkFieldNames(args, { place: source.place, tool }),
        ...(isTruncated ? [reportTruncation(source, tool)] : []),
      ],
    };
  };
}

/** Creates the check for arguments that take files; it only visits types if the schema has uploads. */
function createFileCheck(
  schema: GraphQLSchema,
  scalars: ReadonlyMap<string, JsonSchema>,
): (args: readonly Argument[]) => boolean {
  const hasUploads = Object.values(schema.getTypeMap()).some(
    (type) => isScalarType(type) && scalarRuleOf(type, scalars).kind === 'upload',
  );
  return (args) =>
    hasUploads &&
    [...reachableShapes(args.map(({ shape }) => shape))].some(
      (shape) => shape.kind === 'scalar' && shape.rule.kind === 'upload',
    );
}

function declarationsIn({ operation, place }: OperationSource): (variable: string) => Place {
  return (name) => {
    const node = operation.variableDefinitions?.find(
      ({ variable }) => variable.name.value === name,
    );
    return (node && placeOf(node)) ?? place;
  };
}

function reportTruncation({ place }: OperationSource, tool: string): Diagnostic {
  const message = `The input schema of "${tool}" exceeds its budget, so its innermost parts are only described in text.`;
  return compileDiagnostic('INPUT_SCHEMA_COLLAPSED', message, { place, tool });
}
