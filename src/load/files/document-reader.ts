import { Source, type DefinitionNode } from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import type { SourceFile } from './find-files.ts';
import { importsOf, type ImportStatement, parseDocument } from './parse-document.ts';
import { maxGraphQLBytes, readText, unquoted } from './read-file.ts';

/** A parsed GraphQL file; the same object while the text is unchanged. */
export interface ParsedFile {
  readonly file: SourceFile;
  readonly text: string;
  readonly definitions: readonly DefinitionNode[];
  readonly imports: readonly ImportStatement[];
}

export type FileResult =
  | { readonly ok: true; readonly parsed: ParsedFile }
  /** `text` is absent if the file could not be read. */
  | { readonly ok: false; readonly problem: Diagnostic; readonly text?: string };

/** Parsed files of earlier loads, by absolute path. */
export type DocumentCache = Map<string, ParsedFile>;

/** Reads and parses GraphQL files, each once. */
export interface DocumentReader {
  read(file: SourceFile): Promise<FileResult>;
  /** Removes files from the cache that this reader did not read. */
  prune(): void;
}

/**
 * Creates a reader for one load. A file with unchanged text keeps its parsed form. Texts are
 * compared rather than times: two saves may fall within one tick of a file system's clock.
 *
 * @param places whether nodes have places. @default true
 */
export function createDocumentReader(cache: DocumentCache, places = true): DocumentReader {
  const results = new Map<string, Promise<FileResult>>();
  const read = async (file: SourceFile): Promise<FileResult> => {
    const result = await readText(file, maxGraphQLBytes);
    if (!result.ok) return result;
    const known = cache.get(file.path);
    if (known?.text === result.text) return { ok: true, parsed: known };
    const fresh = parseFile(file, result.text, places);
    if (fresh.ok) cache.set(file.path, fresh.parsed);
    return fresh;
  };
  return {
    read(file) {
      const started = results.get(file.path) ?? read(file);
      results.set(file.path, started);
      return started;
    },
    prune() {
      for (const path of cache.keys()) if (!results.has(path)) cache.delete(path);
    },
  };
}

function parseFile(file: SourceFile, text: string, places: boolean): FileResult {
  const source = new Source(text, file.displayPath);
  const result = parseDocument(source, places);
  if (!result.ok) {
    const problem = file.isOutside ? unquoted(result.problem) : result.problem;
    return { ok: false, problem, text };
  }
  const { definitions, firstToken } = result;
  return {
    ok: true,
    parsed: { file, text, definitions, imports: importsOf(firstToken, source) },
  };
}
