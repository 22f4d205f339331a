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
import { placeOf } from '../load/files/parse-document.ts';
import type { Candidate } from './candidate.ts';
import { compileDiagnostic, type DiagnosticContext } from './model/diagnostics.ts';
import { isBound } from './input/variables.ts';
import { scalarRuleOf } from './model/scalars.ts';
import type { CompileSettings } from './model/settings.ts';

/**
 * Finds custom scalars that agents are told to write as text, for want of anything that says what JSON
 * they take. Each is told once, at the first variable that takes it; those that take it directly come
 * before those that take it within an input type.
 */
export function findUnknownScalars(
  { scalars }: CompileSettings,
  schema: GraphQLSchema,
  candidates: Iterable<Candidate>,
): readonly Diagnostic[] {
  const isUnknown = (type: GraphQLNamedType): boolean =>
    isScalarType(type) && scalarRuleOf(type, scalars).kind === 'unknown';
  if (!Object.values(schema.getTypeMap()).some(isUnknown)) return [];
  const reached = typesOfVariables(schema, candidates);
  const found: Diagnostic[] = [];
  // a map that grows while it is walked: each type is looked into once
  for (const [type, context] of reached) {
    if (isUnknown(type)) found.push(described(type.name, context));
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const inner = getNamedType(field.type);
      if (!reached.has(inner)) reached.set(inner, context);
    }
  }
  return found;
}

/** The types that agents give values of, each with the first variable that takes one. */
function typesOfVariables(
  schema: GraphQLSchema,
  candidates: Iterable<Candidate>,
): Map<GraphQLNamedType, DiagnosticContext> {
  const types = new Map<GraphQLNamedType, DiagnosticContext>();
  for (const { source, name, settings } of candidates) {
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

function described(scalar: string, context: DiagnosticContext): Diagnostic {
  return compileDiagnostic(
    'SCALAR_UNKNOWN',
    `The JSON type of the scalar "${scalar}" is unknown, so it is published as text.`,
    {
      hint: `Unless its values are text, give it a schema in the configuration: \`scalars: { ${scalar}: { type: … } }\`.`,
      ...context,
    },
  );
}
