import { dirname, isAbsolute, resolve } from 'node:path';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { DocumentReader, ParsedFile } from './document-reader.ts';
import { finding } from './finding.ts';
import type { ImportStatement } from './import-comments.ts';
import { readAll } from './read-all.ts';
import { isWithin, sourceFileAt, type SourceFolders } from './source-file.ts';

/** Which file imports which. */
export interface ImportGraph {
  /** Files that a file imports itself, by its absolute path, in the order of its lines. */
  readonly importsOf: ReadonlyMap<string, readonly ParsedFile[]>;
  /** Imported files that no glob matches; their operations become no tools. */
  readonly further: readonly ParsedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Where imports may lead. */
export interface ImportRules {
  readonly folders: SourceFolders;
  /** Absolute paths of folders: the base folder, and those that globs name. */
  readonly allowed: readonly string[];
}

/**
 * Follows the `#import` lines of files, and of the files they import.
 *
 * A path is relative to the file that has the line. Cycles are fine: each file is read once. A path
 * that leaves the folders of the sources is refused, for whoever may write an operation file need
 * not be one who may read the whole disk. A line that leads nowhere is an error of its own; the file
 * that has it is served as far as it makes sense without.
 */
export async function resolveImports(
  files: readonly ParsedFile[],
  reader: DocumentReader,
  rules: ImportRules,
): Promise<ImportGraph> {
  const importsOf = new Map<string, readonly ParsedFile[]>();
  const problems = new Map<string, Diagnostic>();
  const further: ParsedFile[] = [];
  const queue = [...files];
  const seen = new Set(files.map(({ file }) => file.path));
  for (const importer of queue) {
    const found = await readAll(importer.imports, (statement) =>
      follow(importer, statement, reader, rules),
    );
    for (const { problem } of found) if (problem) problems.set(JSON.stringify(problem), problem);
    const imported = found.flatMap(({ parsed }) => parsed ?? []);
    importsOf.set(importer.file.path, imported);
    for (const file of imported.filter(({ file }) => !seen.has(file.path))) {
      seen.add(file.file.path);
      further.push(file);
      queue.push(file);
    }
  }
  return { importsOf, further, diagnostics: [...problems.values()] };
}

interface Followed {
  readonly parsed?: ParsedFile;
  readonly problem?: Diagnostic;
}

async function follow(
  { file }: ParsedFile,
  statement: ImportStatement,
  reader: DocumentReader,
  { folders, allowed }: ImportRules,
): Promise<Followed> {
  const path = resolve(dirname(file.path), statement.target);
  const outside = isAbsolute(statement.target) || !allowed.some((folder) => isWithin(path, folder));
  if (outside) return { problem: reportOutside(statement) };
  const result = await reader.read(sourceFileAt(path, folders));
  if (result.ok) return { parsed: result.parsed };
  const { problem } = result;
  return { problem: problem.code === 'FILE_UNREADABLE' ? reportMissing(statement) : problem };
}

function reportOutside({ target, place }: ImportStatement): Diagnostic {
  return finding(
    'error',
    'IMPORT_OUTSIDE',
    `"${target}" leads out of the folders that operations are read from.`,
    'Import by a relative path, below the folder of the configuration or of an operations glob.',
    { place },
  );
}

function reportMissing({ target, place }: ImportStatement): Diagnostic {
  return finding(
    'error',
    'IMPORT_NOT_FOUND',
    `The imported file "${target}" cannot be read.`,
    'Correct the path: it is relative to the file that has the #import line.',
    { place },
  );
}
