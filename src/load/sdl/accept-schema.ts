import { GraphQLError, GraphQLSchema, validateSchema } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { placeOfError } from '../files/parse-document.ts';
import { loadDiagnostic, shortenWarnings } from '../model/diagnostics.ts';

/**
 * Accepts a schema that violates rules of the specification, as real servers do, and reports them.
 *
 * graphql refuses to validate operations against such a schema. The repairs before this step
 * removed what prevents execution, so the rest (an empty type, a reserved name, a nullability that
 * differs from the interface's) is only reported.
 */
export function acceptSchema(
  schema: GraphQLSchema,
  place?: Place,
): { readonly schema: GraphQLSchema; readonly diagnostics: readonly Diagnostic[] } {
  const errors = validateSchema(schema);
  if (errors.length === 0) return { schema, diagnostics: [] };
  const found = errors.map((error) =>
    loadDiagnostic('SCHEMA_INVALID', sentence(error.message), {
      place: placeOfError(error) ?? place,
    }),
  );
  const accepted = new GraphQLSchema({ ...schema.toConfig(), assumeValid: true });
  return { schema: accepted, diagnostics: shortenWarnings(found) };
}

/** Reports why the schema cannot be built; rethrows anything but a GraphQLError. */
export function unusable(error: unknown, place?: Place): Diagnostic {
  if (!(error instanceof Error) || error instanceof TypeError) throw error;
  const where = error instanceof GraphQLError ? placeOfError(error) : undefined;
  return loadDiagnostic('SCHEMA_UNUSABLE', sentence(error.message), { place: where ?? place });
}

function sentence(text: string): string {
  return text.replace(/\.?$/, '.');
}
