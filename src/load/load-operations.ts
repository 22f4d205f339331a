import { basename, extname } from 'node:path';
import { isExecutableDefinitionNode } from 'graphql';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { DocumentReader, ParsedFile } from './document-reader.ts';
import { findFiles, type PlaceOfItem } from './find-files.ts';
import { finding } from './finding.ts';
import { scopeOf, sharedScope, type FragmentScope } from './fragment-scope.ts';
import { reuseScope, type LoadCache } from './load-cache.ts';
import { operationSources } from './operation-sources.ts';
import { placeOf } from './place-of.ts';
import { readAll } from './read-all.ts';
import { resolveImports } from './resolve-imports.ts';
import type { SourceFolders } from './source-file.ts';
import type { OperationSource } from './sources.ts';

/** The operations of files. */
export interface LoadedOperations {
  readonly operations: readonly OperationSource[];
  readonly diagnostics: readonly Diagnostic[];
  /** What all files share: operations written in the configuration see it too. */
  readonly shared: FragmentScope;
  /** Absolute paths of the files and folders to watch. */
  readonly watchPaths: readonly string[];
}

/** What loading files needs beside the globs. */
export interface FileContext {
  readonly folders: SourceFolders;
  readonly reader: DocumentReader;
  readonly cache: LoadCache;
}

/**
 * Reads the operations of all files that globs match, in the order of their paths.
 *
 * Each operation sees the fragments of its file, of the files it imports, and those of all other
 * matched files, the nearest winning. A file that cannot be read or parsed is an error of its own,
 * and does not stop the others.
 */
export async function loadOperations(
  globs: readonly string[],
  { folders, reader, cache }: FileContext,
  placeOf?: PlaceOfItem,
): Promise<LoadedOperations> {
  const { files, roots, diagnostics } = await findFiles(globs, folders, placeOf);
  const results = await readAll(files, (file) => reader.read(file));
  const parsed = results.flatMap((result) => (result.ok ? [result.parsed] : []));
  const imports = await resolveImports(parsed, reader, {
    folders,
    allowed: [folders.base, ...roots],
  });
  const shared = reuseScope(cache.scopes, '', sharedScope(parsed));
  const found = parsed.map((file) => {
    const own = scopeOf(file, imports, shared);
    const scope = own === shared ? shared : reuseScope(cache.scopes, file.file.path, own);
    return operationSources(file.definitions, {
      ...contextOf(file),
      scope,
      known: cache.operations,
    });
  });
  pruneScopes(cache, parsed);
  return {
    operations: found.flatMap(({ operations }) => operations),
    diagnostics: [
      ...diagnostics,
      ...results.flatMap((result) => (result.ok ? [] : [result.problem])),
      ...imports.diagnostics,
      ...parsed.flatMap(reportTypes),
      ...found.flatMap((operations) => operations.diagnostics),
    ],
    shared,
    watchPaths: [...roots, ...imports.further.map(({ file }) => file.path)],
  };
}

function contextOf({ file: { path, shown } }: ParsedFile) {
  return {
    fallbackName: basename(path, extname(path)),
    origin: 'file' as const,
    place: { file: shown, line: 1, column: 1 },
  };
}

/** Forgets files that are no more. */
function pruneScopes({ scopes }: LoadCache, files: readonly ParsedFile[]): void {
  const paths = new Set(files.map(({ file }) => file.path)).add('');
  for (const path of scopes.keys()) if (!paths.has(path)) scopes.delete(path);
}

function reportTypes({ definitions }: ParsedFile): readonly Diagnostic[] {
  const first = definitions.find((node) => !isExecutableDefinitionNode(node));
  if (!first) return [];
  return [
    finding(
      'warning',
      'OPERATION_FILE_HAS_TYPES',
      'The file of operations also defines types, which are ignored.',
      'Move them to a file that the `schema` globs match.',
      { place: placeOf(first) },
    ),
  ];
}
