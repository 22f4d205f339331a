import { extname } from 'node:path';
import type { Diagnostic } from '../../core/diagnostic.ts';
import type { DocumentReader, ParsedFile } from '../files/document-reader.ts';
import {
  findFiles,
  type PlaceOfItem,
  type SourceFile,
  type SourceFolders,
} from '../files/find-files.ts';
import { readAll } from '../files/read-all.ts';
import { readJson } from '../files/read-file.ts';
import { schemaOfIntrospection } from '../introspection/result.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import { type SchemaResult, schemaOfFiles } from './build-sdl-schema.ts';

/** A schema and its sources; it is reused while the sources are unchanged. */
export interface LoadedSchema {
  readonly result: SchemaResult;
  readonly sources: readonly (ParsedFile | string)[];
}

/** A schema of files, with the paths to watch. */
export interface SchemaOfFiles {
  readonly loaded: LoadedSchema;
  readonly watchPaths: readonly string[];
}

/**
 * Reads the schema from SDL files, or from one introspection result (`.json`). The reader may omit
 * places.
 *
 * Unlike a broken operation file, a broken schema file stops the start: a partial schema would
 * invalidate correct operations.
 */
export async function loadSchema(
  globs: readonly string[],
  folders: SourceFolders,
  reader: DocumentReader,
  earlier?: LoadedSchema,
  placeOf?: PlaceOfItem,
): Promise<SchemaOfFiles> {
  const { files, roots, diagnostics } = await findFiles(globs, folders, placeOf);
  const loaded = await readSchema(files, diagnostics, reader, earlier);
  return { loaded, watchPaths: roots };
}

async function readSchema(
  files: readonly SourceFile[],
  missing: readonly Diagnostic[],
  reader: DocumentReader,
  earlier: LoadedSchema | undefined,
): Promise<LoadedSchema> {
  if (missing.length > 0) return failed(missing);
  const [json] = files.filter(isJson);
  if (!json) return readSdl(files, reader, earlier);
  if (files.length > 1) return failed([mixed(json, files)]);
  return readIntrospection(json, earlier);
}

function isJson({ path }: SourceFile): boolean {
  return extname(path).toLowerCase() === '.json';
}

async function readSdl(
  files: readonly SourceFile[],
  reader: DocumentReader,
  earlier: LoadedSchema | undefined,
): Promise<LoadedSchema> {
  const results = await readAll(files, (file) => reader.read(file));
  const problems = results.flatMap((result) => (result.ok ? [] : [result.problem]));
  if (problems.length > 0) return failed(problems);
  const parsed = results.flatMap((result) => (result.ok ? [result.parsed] : []));
  if (earlier && isSame(earlier.sources, parsed)) return earlier;
  return { result: schemaOfFiles(parsed), sources: parsed };
}

async function readIntrospection(
  file: SourceFile,
  earlier: LoadedSchema | undefined,
): Promise<LoadedSchema> {
  const json = await readJson(file);
  if (!json.ok) return failed([json.problem]);
  if (earlier && isSame(earlier.sources, [json.text])) return earlier;
  const place = { file: file.displayPath, line: 1, column: 1 };
  return { result: schemaOfIntrospection(json.value, place), sources: [json.text] };
}

/** Parsed files are the same objects while their texts are unchanged. */
function isSame(a: LoadedSchema['sources'], b: LoadedSchema['sources']): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

function failed(diagnostics: readonly Diagnostic[]): LoadedSchema {
  return { result: { ok: false, diagnostics }, sources: [] };
}

function mixed(json: SourceFile, files: readonly SourceFile[]): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_SOURCES_MIXED',
    `An introspection result is a whole schema, but the \`schema\` globs match ${files.length} files.`,
    { place: { file: json.displayPath, line: 1, column: 1 } },
  );
}
