import { loadDiagnostic, shortenWarnings } from '../model/diagnostics.ts';
import { GraphQLError, GraphQLSchema, validateSchema } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { placeOfError } from '../files/parse-document.ts';

/**
 * Accepts a schema that breaks rules of the specification, as servers in the wild do, and says which.
 *
 * graphql refuses to validate any operation against such a schema. What would really stand in the
 * way has been mended before, so what is left (an empty type, a reserved name, a nullability that
 * differs from the interface's) is only said.
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

/** Says why no schema can be made. Anything that graphql did not say on purpose is thrown on. */
export function unusable(error: unknown, place?: Place): Diagnostic {
  if (!(error instanceof Error) || error instanceof TypeError) throw error;
  const where = error instanceof GraphQLError ? placeOfError(error) : undefined;
  return loadDiagnostic('SCHEMA_UNUSABLE', sentence(error.message), { place: where ?? place });
}

function sentence(text: string): string {
  return text.replace(/\.?$/, '.');
}
