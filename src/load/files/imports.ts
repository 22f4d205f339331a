import { loadDiagnostic } from '../model/diagnostics.ts';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { Diagnostic } from '../../core/diagnostic.ts';
import type { DocumentReader, ParsedFile } from './document-reader.ts';
import type { ImportStatement } from './parse-document.ts';
import { readAll, isWithin, sourceFileAt, type SourceFolders } from './find-files.ts';
import { Kind, print, type DefinitionNode, type FragmentDefinitionNode } from 'graphql';

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
  return loadDiagnostic(
    'IMPORT_OUTSIDE',
    `"${target}" leads out of the folders that operations are read from.`,
    { place },
  );
}

function reportMissing({ target, place }: ImportStatement): Diagnostic {
  return loadDiagnostic('IMPORT_NOT_FOUND', `The imported file "${target}" cannot be read.`, {
    place,
  });
}

/** The fragments that the operations of a file see. */
export interface FragmentScope {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Names that mean different fragments at one distance: they cannot be spread. */
  readonly ambiguous: ReadonlyMap<string, readonly FragmentDefinitionNode[]>;
}

/** The fragments of all files that globs match: what a file sees beyond its own and its imports. */
export function sharedScope(files: readonly ParsedFile[]): FragmentScope {
  return scopeOfLevels([files], emptyScope);
}

/** The fragments of a text that is no file, and those beyond it. */
export function scopeOfText(
  definitions: readonly DefinitionNode[],
  beyond: FragmentScope = emptyScope,
): FragmentScope {
  return scopeOfLevels([[{ definitions }]], beyond);
}

/**
 * The fragments that a file sees, the nearest winning: its own, those of the files it imports, those
 * of the files they import and so on, and the shared ones.
 *
 * Most files see the shared fragments and nothing else; they all get the same scope.
 */
export function scopeOf(
  file: ParsedFile,
  { importsOf }: ImportGraph,
  shared: FragmentScope,
): FragmentScope {
  const levels = [[file]];
  const seen = new Set([file]);
  for (const level of levels) {
    const next = level
      .flatMap((importer) => importsOf.get(importer.file.path) ?? [])
      .filter((imported) => !seen.has(imported));
    for (const imported of next) seen.add(imported);
    if (next.length > 0) levels.push([...new Set(next)]);
  }
  return scopeOfLevels(levels, shared);
}

/** What a scope is made of. */
type Text = Pick<ParsedFile, 'definitions'>;

const emptyScope: FragmentScope = { fragments: new Map(), ambiguous: new Map() };

function scopeOfLevels(levels: readonly (readonly Text[])[], beyond: FragmentScope): FragmentScope {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const ambiguous = new Map<string, readonly FragmentDefinitionNode[]>();
  for (const level of levels) {
    for (const [name, found] of different(level)) {
      if (fragments.has(name) || ambiguous.has(name)) continue;
      if (found.length > 1) ambiguous.set(name, found);
      else if (found[0]) fragments.set(name, found[0]);
    }
  }
  return within(beyond, fragments, ambiguous);
}

/** The definitions of one level by name; those that say the same count once. */
function different(files: readonly Text[]) {
  const byName = new Map<string, FragmentDefinitionNode[]>();
  for (const definition of files.flatMap(({ definitions }) => definitions)) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const known = byName.get(definition.name.value) ?? [];
    byName.set(definition.name.value, known);
    if (!known.some((other) => saysTheSame(other, definition))) known.push(definition);
  }
  return byName;
}

function saysTheSame(a: FragmentDefinitionNode, b: FragmentDefinitionNode): boolean {
  return a === b || print(a) === print(b);
}

/** Puts near fragments before those beyond; gives those beyond as they are when nothing differs. */
function within(
  beyond: FragmentScope,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ambiguous: ReadonlyMap<string, readonly FragmentDefinitionNode[]>,
): FragmentScope {
  const news = [...fragments].some(([name, node]) => beyond.fragments.get(name) !== node);
  if (!news && ambiguous.size === 0) return beyond;
  const seen = new Map([...beyond.fragments, ...fragments]);
  for (const name of ambiguous.keys()) seen.delete(name);
  const unclear = new Map([...beyond.ambiguous, ...ambiguous]);
  for (const name of fragments.keys()) unclear.delete(name);
  return { fragments: seen, ambiguous: unclear };
}
