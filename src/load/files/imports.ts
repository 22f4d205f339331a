import { dirname, isAbsolute, resolve } from 'node:path';
import { Kind, print, type DefinitionNode, type FragmentDefinitionNode } from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import type { DocumentReader, ParsedFile } from './document-reader.ts';
import { sourceFileAt, type SourceFolders } from './find-files.ts';
import { isWithin, realPathOf } from './paths.ts';
import { readAll } from './read-all.ts';
import type { ImportStatement } from './parse-document.ts';

/** The import relation of files. */
export interface ImportGraph {
  /** The direct imports of a file, by its absolute path, in the order of its lines. */
  readonly importsOf: ReadonlyMap<string, readonly ParsedFile[]>;
  /** Imported files that no glob matches; their operations do not become tools. */
  readonly further: readonly ParsedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The limits of imports. */
export interface ImportRules {
  readonly folders: SourceFolders;
  /** Absolute paths of folders: the base folder, and those that globs name. */
  readonly allowed: readonly string[];
}

/**
 * Follows the `#import` lines of files, and of the files they import.
 *
 * A path is relative to the file that has the line. Cycles are allowed: each file is read once. A
 * path that leaves the folders of the sources is refused, because the author of an operation file
 * may not be allowed to read the whole disk. An unresolved line is an error; the rest of its file
 * is served.
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
  const real = await realPathsOf(files, rules.allowed);
  const visited = new Set(files.map(({ file }) => file.path));
  for (const importer of queue) {
    const found = await readAll(importer.imports, (statement) =>
      follow(importer, statement, reader, { ...rules, ...real }),
    );
    for (const { problem } of found) if (problem) problems.set(JSON.stringify(problem), problem);
    const imported = found.flatMap(({ parsed }) => parsed ?? []);
    importsOf.set(importer.file.path, imported);
    for (const file of imported.filter(({ file }) => !visited.has(file.path))) {
      visited.add(file.file.path);
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

/** Where links lead. */
interface RealPaths {
  /** Real paths of the allowed folders. */
  readonly realFolders: readonly string[];
  /** Real paths of the matched files, which may be imported wherever they are. */
  readonly realFiles: ReadonlySet<string>;
}

async function realPathsOf(
  files: readonly ParsedFile[],
  allowed: readonly string[],
): Promise<RealPaths> {
  const hasImports = files.some(({ imports }) => imports.length > 0);
  if (!hasImports) return { realFolders: [], realFiles: new Set() };
  const realFiles = await readAll(files, ({ file }) => realPathOf(file.path));
  return {
    realFolders: await readAll(allowed, realPathOf),
    realFiles: new Set(realFiles),
  };
}

async function follow(
  { file }: ParsedFile,
  statement: ImportStatement,
  reader: DocumentReader,
  { folders, allowed, realFolders, realFiles }: ImportRules & RealPaths,
): Promise<Followed> {
  const path = resolve(dirname(file.path), statement.target);
  const outside = isAbsolute(statement.target) || !allowed.some((folder) => isWithin(path, folder));
  if (outside) return { problem: reportOutside(statement) };
  // a link may lead out of the folders
  const real = await realPathOf(path);
  const leaves = !realFiles.has(real) && !realFolders.some((folder) => isWithin(real, folder));
  if (leaves) return { problem: reportOutside(statement) };
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

/** The fragments in scope of the operations of a file. */
export interface FragmentScope {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Names of different fragments at the same distance, which cannot be spread. */
  readonly ambiguous: ReadonlyMap<string, readonly FragmentDefinitionNode[]>;
}

/**
 * Returns the fragments of all matched files, which every file has in scope after its own and its
 * imports.
 */
export function sharedScope(files: readonly ParsedFile[]): FragmentScope {
  return scopeOfLevels([files], emptyScope);
}

/** Returns the scope of a text that is not a file. */
export function scopeOfText(
  definitions: readonly DefinitionNode[],
  beyond: FragmentScope = emptyScope,
): FragmentScope {
  return scopeOfLevels([[{ definitions }]], beyond);
}

/**
 * Returns the scope of a file. The nearest fragment takes precedence: its own, those of its
 * imports, of their imports and so on, and the shared ones.
 *
 * Files that see only the shared fragments get the same scope object.
 */
export function scopeOf(
  file: ParsedFile,
  { importsOf }: ImportGraph,
  shared: FragmentScope,
): FragmentScope {
  const levels = [[file]];
  const visited = new Set([file]);
  for (const level of levels) {
    const next = level
      .flatMap((importer) => importsOf.get(importer.file.path) ?? [])
      .filter((imported) => !visited.has(imported));
    for (const imported of next) visited.add(imported);
    if (next.length > 0) levels.push([...new Set(next)]);
  }
  return scopeOfLevels(levels, shared);
}

/** A text with definitions. */
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

/** Returns the definitions of one level by name; equal ones once. */
function different(files: readonly Text[]) {
  const byName = new Map<string, FragmentDefinitionNode[]>();
  for (const definition of files.flatMap(({ definitions }) => definitions)) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const known = byName.get(definition.name.value) ?? [];
    byName.set(definition.name.value, known);
    if (!known.some((other) => isSameFragment(other, definition))) known.push(definition);
  }
  return byName;
}

function isSameFragment(a: FragmentDefinitionNode, b: FragmentDefinitionNode): boolean {
  return a === b || print(a) === print(b);
}

/**
 * Combines near fragments with the outer scope; returns the outer scope itself if nothing differs.
 */
function within(
  beyond: FragmentScope,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ambiguous: ReadonlyMap<string, readonly FragmentDefinitionNode[]>,
): FragmentScope {
  const news = [...fragments].some(([name, node]) => beyond.fragments.get(name) !== node);
  if (!news && ambiguous.size === 0) return beyond;
  const visible = new Map([...beyond.fragments, ...fragments]);
  for (const name of ambiguous.keys()) visible.delete(name);
  const unclear = new Map([...beyond.ambiguous, ...ambiguous]);
  for (const name of fragments.keys()) unclear.delete(name);
  return { fragments: visible, ambiguous: unclear };
}
