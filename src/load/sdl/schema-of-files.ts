import { Source, type GraphQLSchema } from 'graphql';
import type { ParsedFile } from '../document-reader.ts';
import { parseDocument } from '../parse-document.ts';
import { buildSdlSchema, type SchemaResult } from './build-sdl-schema.ts';

/**
 * Makes a schema of SDL files that were parsed without places: with them, parsing takes a third
 * longer and as much memory again, and few ever ask where a type is defined.
 *
 * Where there is something to say about the files, they are parsed again, so that it says where.
 */
export function schemaOfFiles(files: readonly ParsedFile[]): SchemaResult {
  const result = buildSdlSchema(files.flatMap(({ definitions }) => definitions));
  if (!result.ok || result.diagnostics.length > 0) return schemaWithPlaces(files);
  placeless.set(result.schema, files);
  return result;
}

/** Schemas whose nodes know no places, and the files they were made of. */
const placeless = new WeakMap<GraphQLSchema, readonly ParsedFile[]>();

/** The same schema with nodes that know where they stand, as far as they come from files. */
export function withPlaces(schema: GraphQLSchema): GraphQLSchema {
  const files = placeless.get(schema);
  const result = files && schemaWithPlaces(files);
  return result?.ok ? result.schema : schema;
}

function schemaWithPlaces(files: readonly ParsedFile[]): SchemaResult {
  const definitions = files.flatMap(({ file, text }) => {
    const again = parseDocument(new Source(text, file.shown));
    return again.ok ? again.definitions : [];
  });
  return buildSdlSchema(definitions);
}
