import {
  getNamedType,
  isInputObjectType,
  isScalarType,
  Kind,
  type GraphQLNamedType,
  type GraphQLSchema,
  type TypeNode,
} from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import { placeOf } from '../load/files/parse-document.ts';
import { isBound } from './input/variables.ts';
import { compileDiagnostic, type DiagnosticContext } from './model/diagnostics.ts';
import { scalarRuleOf } from './model/scalars.ts';
import type { CompileSettings } from './model/settings.ts';
import type { Operation } from './operation.ts';

/** Reports settings of operations and scalars that do not exist; usually a name is misspelled. */
export function findUnusedSettings(
  { tools, scalars }: CompileSettings,
  schema: GraphQLSchema,
  operationNames: readonly string[],
): readonly Diagnostic[] {
  const operations = new Set(operationNames);
  const scalarTypes = Object.values(schema.getTypeMap()).filter(isScalarType);
  const scalarNames = new Set(scalarTypes.map(({ name }) => name));
  return [
    ...[...tools.keys()]
      .filter((name) => !operations.has(name))
      .map((name) =>
        compileDiagnostic(
          'TOOL_SETTINGS_UNUSED',
          `The configuration has settings for the operation "${name}", which does not exist.${didYouMean(name, operations)}`,
        ),
      ),
    ...[...scalars.keys()]
      .filter((name) => !scalarNames.has(name))
      .map((name) =>
        compileDiagnostic(
          'SCALAR_SETTINGS_UNUSED',
          `The configuration has a schema for the scalar "${name}", which does not exist.${didYouMean(name, scalarNames)}`,
        ),
      ),
  ];
}

/** Most undescribed tools reported one by one, so that they do not drown other diagnostics. */
const maxUndescribed = 25;

/** Reports tools without a description. */
export function reportUndescribed(undescribed: readonly Operation[]): readonly Diagnostic[] {
  const more = undescribed.length - maxUndescribed;
  return [
    ...undescribed
      .slice(0, maxUndescribed)
      .map(({ source, name }) =>
        compileDiagnostic(
          'TOOL_UNDESCRIBED',
          `Tool "${name}" has no description; agents see only its title.`,
          { place: source.place, tool: name },
        ),
      ),
    ...(more > 0
      ? [
          compileDiagnostic(
            'TOOL_UNDESCRIBED',
            `${more} more ${more === 1 ? 'tool has' : 'tools have'} no description.`,
          ),
        ]
      : []),
  ];
}

/**
 * Reports custom scalars that are advertised as strings because their JSON is unknown. Each is
 * reported at the first variable of its type, or else at the first variable whose input type has it.
 */
export function findUnknownScalars(
  { scalars }: CompileSettings,
  schema: GraphQLSchema,
  operations: Iterable<Operation>,
): readonly Diagnostic[] {
  const isUnknown = (type: GraphQLNamedType): boolean =>
    isScalarType(type) && scalarRuleOf(type, scalars).kind === 'unknown';
  if (!Object.values(schema.getTypeMap()).some(isUnknown)) return [];
  const reached = typesOfArguments(schema, operations);
  const diagnostics: Diagnostic[] = [];
  // the iteration also visits the types added on the way
  for (const [type, context] of reached) {
    if (isUnknown(type)) diagnostics.push(reportUnknownScalar(type.name, context));
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const inner = getNamedType(field.type);
      if (!reached.has(inner)) reached.set(inner, context);
    }
  }
  return diagnostics;
}

/** Returns the types of all variables that are arguments, each with its first variable. */
function typesOfArguments(
  schema: GraphQLSchema,
  operations: Iterable<Operation>,
): Map<GraphQLNamedType, DiagnosticContext> {
  const types = new Map<GraphQLNamedType, DiagnosticContext>();
  for (const { source, name, settings } of operations) {
    for (const definition of source.operation.variableDefinitions ?? []) {
      const options = settings.params.get(definition.variable.name.value)?.options;
      if (options && isBound(options)) continue;
      const type = schema.getType(typeNameOf(definition.type));
      if (!type || types.has(type)) continue;
      types.set(type, { place: placeOf(definition) ?? source.place, tool: name });
    }
  }
  return types;
}

function typeNameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : typeNameOf(type.type);
}

function reportUnknownScalar(scalar: string, context: DiagnosticContext): Diagnostic {
  return compileDiagnostic(
    'SCALAR_UNKNOWN',
    `The JSON type of the scalar "${scalar}" is unknown, so it is published as text.`,
    {
      hint: `Unless its values are text, give it a schema in the configuration: \`scalars: { ${scalar}: { type: … } }\`.`,
      ...context,
    },
  );
}
