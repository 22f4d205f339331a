import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { compareText } from '../../core/text.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';

/** The folders that paths are relative to, as absolute paths. */
export interface SourceFolders {
  /** Globs and configured paths are relative to it: the configuration's folder. */
  readonly base: string;
  /** Places are relative to it: the folder the gateway was started in. */
  readonly displayBase: string;
}

/** A file that sources are read from. */
export interface SourceFile {
  /** Absolute path. */
  readonly path: string;
  /** The path in places, with `/` separators. */
  readonly displayPath: string;
}

/** Returns the file at a path that is absolute, or relative to the base folder. */
export function sourceFileAt(path: string, { base, displayBase }: SourceFolders): SourceFile {
  const absolute = resolve(base, path);
  return { path: absolute, displayPath: withSlashes(relative(displayBase, absolute)) };
}

/** Returns whether a path is a folder or below it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Writes a path with `/` separators, as in globs and places. */
function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** Returns the place of a list item in the configuration file, if it has one. */
export type PlaceOfItem = (index: number) => Place | undefined;

/** The files that globs match. */
export interface FoundFiles {
  /** Each file once, in the order of the code units of their paths below the base folder. */
  readonly files: readonly SourceFile[];
  /**
   * Absolute paths to watch for new files: for each glob the folder before its first wildcard, or
   * the file itself.
   */
  readonly roots: readonly string[];
  /** An error for each glob that matches nothing. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the files that globs match. A glob that starts with `!` excludes files.
 *
 * Skips folders named `node_modules` and names that start with a dot. A glob without a match is an
 * error, at `placeOf` its index.
 */
export async function findFiles(
  globs: readonly string[],
  folders: SourceFolders,
  placeOf: PlaceOfItem = () => undefined,
): Promise<FoundFiles> {
  const wanted = globs.filter((pattern) => !pattern.startsWith('!'));
  const unwanted = globs.filter((pattern) => pattern.startsWith('!'));
  const matches = await Promise.all(
    wanted.map((pattern) => matchOne(pattern, unwanted, folders.base)),
  );
  const paths = new Set(matches.flat().map((path) => withSlashes(relative(folders.base, path))));
  const missing = wanted.filter((_, index) => matches[index]?.length === 0);
  const report = (pattern: string) =>
    reportMissing(pattern, folders.base, placeOf(globs.indexOf(pattern)));
  return {
    files: [...paths].sort(compareText).map((path) => sourceFileAt(path, folders)),
    roots: wanted.map((pattern) => rootOf(pattern, folders.base)),
    diagnostics: await Promise.all(missing.map(report)),
  };
}

/** Searches from the last folder without a wildcard, which may be a symbolic link. */
function matchOne(pattern: string, unwanted: readonly string[], base: string) {
  const steps = pattern.split('/');
  const fixed = Math.min(fixedSteps(steps), steps.length - 1);
  const ignored = unwanted.map((one) => withSlashes(resolve(base, one.slice(1))));
  return glob(steps.slice(fixed).join('/'), {
    cwd: folderOf(steps.slice(0, fixed), pattern, base),
    absolute: true,
    expandDirectories: false,
    ignore: ['**/node_modules/**', ...ignored],
    // a link to a parent folder would repeat every file under another name
    followSymbolicLinks: false,
  });
}

/** Returns the part of a glob before its first wildcard, as an absolute path. */
function rootOf(pattern: string, base: string): string {
  const steps = pattern.split('/');
  return folderOf(steps.slice(0, fixedSteps(steps)), pattern, base);
}

/** Returns the number of path segments before the first wildcard. */
export function fixedSteps(steps: readonly string[]): number {
  const wild = steps.findIndex((step) => isDynamicPattern(step));
  return wild < 0 ? steps.length : wild;
}

function folderOf(steps: readonly string[], pattern: string, base: string): string {
  return resolve(base, steps.join('/') || (pattern.startsWith('/') ? '/' : '.'));
}

async function reportMissing(
  pattern: string,
  base: string,
  place: Place | undefined,
): Promise<Diagnostic> {
  return loadDiagnostic(
    'FILES_NOT_FOUND',
    `The glob "${pattern}" matches no file in ${withSlashes(base)}.`,
    { hint: await hintFor(pattern, base), place },
  );
}

async function hintFor(pattern: string, base: string): Promise<string | undefined> {
  const root = rootOf(pattern, base);
  const stats = await stat(root).catch(() => undefined);
  if (!stats) {
    const missing = withSlashes(relative(base, root));
    return `There is no "${missing}": correct the glob, or create it.`;
  }
  if (stats.isDirectory() && !isDynamicPattern(pattern)) {
    return `It names a folder: write "${pattern.replace(/\/$/, '')}/**/*.graphql".`;
  }
  return undefined;
}

/** The number of files that are open at once; systems allow a process about a thousand. */
const atOnce = 64;

/** Runs `read` for all items, a bounded number at once; results are in the order of the items. */
export async function readAll<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(read))));
  }
  return results;
}
