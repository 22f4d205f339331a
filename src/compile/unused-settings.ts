import { isScalarType, type GraphQLSchema } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import { compileDiagnostic } from './model/diagnostics.ts';
import type { CompileSettings } from './model/settings.ts';

/** Finds settings that concern nothing: most often a name is misspelt. */
export function findUnusedSettings(
  { tools, scalars }: CompileSettings,
  schema: GraphQLSchema,
  operationNames: readonly string[],
): readonly Diagnostic[] {
  const operations = new Set(operationNames);
  const known = Object.values(schema.getTypeMap()).filter(isScalarType);
  const scalarNames = new Set(known.map(({ name }) => name));
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
          `The configuration describes the scalar "${name}", which the schema does not have.${didYouMean(name, scalarNames)}`,
        ),
      ),
  ];
}
