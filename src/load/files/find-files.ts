import { stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { Diagnostic, Place } from '../../core/diagnostic.ts';
import { compareText } from '../../core/text.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import { createLinkFollower, maxLinkedFolders } from './follow-links.ts';
import { isWithin, realPathOf, withSlashes } from './paths.ts';
import { readAll } from './read-all.ts';

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
  /**
   * Set for a link that leads out of the folders of the sources: messages do not quote its text,
   * because the author of a link may not be allowed to read what it leads to.
   */
  readonly isOutside?: true;
}

/** Returns the file at a path that is absolute, or relative to the base folder. */
export function sourceFileAt(path: string, { base, displayBase }: SourceFolders): SourceFile {
  const absolute = resolve(base, path);
  return { path: absolute, displayPath: withSlashes(relative(displayBase, absolute)) };
}

/** Returns the place of a list item in the configuration file, if it has one. */
export type PlaceOfItem = (index: number) => Place | undefined;

/** The files that globs match. */
export interface FoundFiles {
  /**
   * Each file once, in the order of the code units of their paths below the base folder. Of several
   * names of one file, the one without a link is taken, or else the first.
   */
  readonly files: readonly SourceFile[];
  /**
   * Absolute paths to watch for new files: for each glob the folder before its first wildcard, or
   * the file itself; and each file that is a link, because another folder has its text.
   */
  readonly roots: readonly string[];
  /** An error for each glob that matches nothing. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the files that globs match. A glob that starts with `!` excludes files.
 *
 * Skips folders named `node_modules` and names that start with a dot. Links are followed, except to
 * a folder that contains the link. A glob without a match is an error, at `placeOf` its index.
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
  const placeOfGlob = (pattern: string) => placeOf(globs.indexOf(pattern));
  const missing = wanted.filter((_, index) => matches[index]?.paths.length === 0);
  const exceeded = wanted.filter((_, index) => matches[index]?.isExceeded);
  const roots = wanted.map((pattern) => rootOf(pattern, folders.base));
  const paths = new Set(matches.flatMap((match) => match.paths.map((path) => resolve(path))));
  const linked = new Set(matches.flatMap((match) => [...match.linkedFiles]));
  const found = await eachOnce([...paths], linked, folders.base);
  const inside = await Promise.all([folders.base, ...roots].map(realFolderOf));
  const sources = found.map(([path, realPath]): SourceFile => {
    const isOutside = !inside.some((folder) => isWithin(realPath, folder));
    return { ...sourceFileAt(path, folders), ...(isOutside && { isOutside }) };
  });
  return {
    files: sources,
    roots: [...roots, ...found.flatMap(([path, realPath]) => (path === realPath ? [] : [path]))],
    diagnostics: [
      ...(await Promise.all(
        missing.map((pattern) => reportMissing(pattern, folders.base, placeOfGlob(pattern))),
      )),
      ...exceeded.map((pattern) => reportExceeded(pattern, placeOfGlob(pattern))),
    ],
  };
}

/** Returns the real path of a root; for a file, that of its folder. */
async function realFolderOf(root: string): Promise<string> {
  const stats = await stat(root).catch(() => undefined);
  return realPathOf(stats?.isDirectory() ? root : dirname(root));
}

/** Returns each file once, with its real path, in the order of the paths below the base folder. */
async function eachOnce(
  paths: readonly string[],
  linked: ReadonlySet<string>,
  base: string,
): Promise<readonly (readonly [path: string, realPath: string])[]> {
  const folders = new Map<string, string>();
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    folders.set(folder, await realPathOf(folder));
  }
  const resolved = await readAll(paths, async (path) => {
    const folder = folders.get(dirname(path)) ?? dirname(path);
    const realPath = linked.has(path) ? await realPathOf(path) : join(folder, basename(path));
    return [path, realPath] as const;
  });
  const nameOf = (path: string) => withSlashes(relative(base, path));
  const sorted = [...resolved].sort(
    ([a, realA], [b, realB]) =>
      Number(a !== realA) - Number(b !== realB) || compareText(nameOf(a), nameOf(b)),
  );
  const first = new Map<string, readonly [string, string]>();
  for (const file of sorted) if (!first.has(file[1])) first.set(file[1], file);
  return [...first.values()].sort(([a], [b]) => compareText(nameOf(a), nameOf(b)));
}

/** Searches from the last folder without a wildcard, which may be a symbolic link. */
async function matchOne(pattern: string, unwanted: readonly string[], base: string) {
  const steps = pattern.split('/');
  const fixed = Math.min(fixedSteps(steps), steps.length - 1);
  const ignored = unwanted.map((one) => withSlashes(resolve(base, one.slice(1))));
  const follower = createLinkFollower();
  const paths = await glob(steps.slice(fixed).join('/'), {
    cwd: folderOf(steps.slice(0, fixed), pattern, base),
    absolute: true,
    expandDirectories: false,
    ignore: ['**/node_modules/**', ...ignored],
    // the follower decides which links are entered
    fs: follower.fs,
    followSymbolicLinks: false,
  });
  return { paths, linkedFiles: follower.linkedFiles, isExceeded: follower.isExceeded() };
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

function reportExceeded(pattern: string, place: Place | undefined): Diagnostic {
  return loadDiagnostic(
    'LINKS_TOO_MANY',
    `The glob "${pattern}" leads through more than ${maxLinkedFolders} linked folders; the rest is not read.`,
    { place },
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
