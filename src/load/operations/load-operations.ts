import { basename, extname } from 'node:path';
import { isExecutableDefinitionNode, Source, type DefinitionNode } from 'graphql';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import type { FileResult, ParsedFile } from '../files/document-reader.ts';
import { findFiles, type PlaceOfItem } from '../files/find-files.ts';
import { readAll } from '../files/read-all.ts';
import {
  scopeOf,
  sharedScope,
  type FragmentScope,
  resolveImports,
  scopeOfText,
} from '../files/imports.ts';
import { placeOf, parseDocument } from '../files/parse-document.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import { type FileContext, reuseScope, type LoadCache } from './cache.ts';
import {
  operationSources,
  type OperationSource,
  type FoundOperations,
} from './operation-sources.ts';

/** A file of operations or fragments. */
export interface OperationFile {
  readonly text: string;
  /** Undefined if the text is not valid GraphQL. */
  readonly definitions: readonly DefinitionNode[] | undefined;
}

/** The operations of files. */
export interface LoadedOperations {
  readonly operations: readonly OperationSource[];
  readonly diagnostics: readonly Diagnostic[];
  /** The scope that all files and the inline operations share. */
  readonly shared: FragmentScope;
  /** The files that could be read, by the path in their places. */
  readonly files: ReadonlyMap<string, OperationFile>;
  /** Absolute paths of the files and folders to watch. */
  readonly watchPaths: readonly string[];
}

/**
 * Reads the operations of all files that globs match, in the order of their paths.
 *
 * Each operation sees the fragments of its file, of the files it imports, and of all other matched
 * files; the nearest takes precedence. An unreadable or invalid file is an error and does not stop
 * the others.
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
      earlier: cache.operations,
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
    files: new Map([
      ...results.flatMap((result, at) => textOf(files[at]?.displayPath ?? '', result)),
      ...imports.further.map(toFile),
    ]),
    watchPaths: [...roots, ...imports.further.map(({ file }) => file.path)],
  };
}

function textOf(path: string, result: FileResult): readonly (readonly [string, OperationFile])[] {
  if (result.ok) return [toFile(result.parsed)];
  return result.text === undefined ? [] : [[path, { text: result.text, definitions: undefined }]];
}

function toFile({ file, text, definitions }: ParsedFile): readonly [string, OperationFile] {
  return [file.displayPath, { text, definitions }];
}

function contextOf({ file: { path, displayPath } }: ParsedFile) {
  return {
    fallbackName: basename(path, extname(path)),
    origin: 'file' as const,
    place: { file: displayPath, line: 1, column: 1 },
  };
}

/** Forgets removed files. */
function pruneScopes({ scopes }: LoadCache, files: readonly ParsedFile[]): void {
  const paths = new Set(files.map(({ file }) => file.path)).add('');
  for (const path of scopes.keys()) if (!paths.has(path)) scopes.delete(path);
}

function reportTypes({ definitions }: ParsedFile): readonly Diagnostic[] {
  const first = definitions.find((node) => !isExecutableDefinitionNode(node));
  if (!first) return [];
  return [
    loadDiagnostic(
      'OPERATION_FILE_HAS_TYPES',
      'The file of operations also defines types, which are ignored.',
      { place: placeOf(first) },
    ),
  ];
}

/** GraphQL text in the configuration. */
export interface InlineOperation {
  readonly text: string;
  /** Its place in the configuration file, if there is one. */
  readonly place?: Place | undefined;
}

/**
 * Reads the operations of the configuration. Each text sees its own fragments and those that all
 * operation files share.
 */
export function inlineOperations(
  texts: readonly InlineOperation[],
  shared: FragmentScope,
  cache: LoadCache,
): FoundOperations {
  const found = texts.map((inline, index) => readInline(inline, index, shared, cache));
  return {
    operations: found.flatMap(({ operations }) => operations),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  };
}

function readInline(
  { text, place = unplaced }: InlineOperation,
  index: number,
  shared: FragmentScope,
  cache: LoadCache,
): FoundOperations {
  const name = `inlineOperations[${index}]`;
  const source = place === unplaced ? new Source(text, name) : new Source(text, place.file, place);
  const result = parseDocument(source);
  if (!result.ok) return { operations: [], diagnostics: [result.problem] };
  return operationSources(result.definitions, {
    scope: scopeOfText(result.definitions, shared),
    fallbackName: `inlineOperation${index + 1}`,
    origin: 'config',
    place: place === unplaced ? { ...unplaced, file: name } : place,
    earlier: cache.operations,
  });
}

/** The place of text that was passed by code. */
const unplaced: Place = { file: '', line: 1, column: 1 };
