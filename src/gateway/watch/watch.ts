import { existsSync, statSync, type Stats, accessSync, constants } from 'node:fs';
import { watch as watchFiles } from 'chokidar';
import { dirname } from 'node:path';
import { foldersAbove, followPaths, watchLinks, type FollowedPaths } from './links.ts';

/**
 * Time between the last change of a burst and the reload, in milliseconds: editors save in several
 * steps (write a temporary file, rename it), and version control changes many files at once.
 */
const settleMs = 100;

/** How far file times may lag behind the clock, in milliseconds: they advance in ticks. */
const tickMs = 20;

/** Watches files and folders, and reports a burst of changes once. */
export interface Watcher {
  /**
   * Replaces the watched paths. They need not exist, and may be removed and restored.
   *
   * @param since when their files were last read, in milliseconds since the epoch: changes between
   * then and the start of watching are reported too. @default now
   */
  watch(paths: readonly string[], since?: number): void;
  /** Why changes may not be noticed, such as `EMFILE`; undefined while all paths are watched. */
  readonly problem: string | undefined;
  close(): Promise<void>;
}

/**
 * Calls `onChange` after files below the watched paths were written, added or removed.
 *
 * Atomic saves (write a temporary file, rename it) are detected too, which `fs.watch` alone misses.
 * When folders are added or removed, watching restarts; each start looks for missed changes.
 */
export function createWatcher(
  onChange: () => void,
  onProblem: (problem: string) => void = () => {},
): Watcher {
  let scope: WatchScope = createWatchScope([]);
  let watch: RunningWatch | undefined;
  let problem: string | undefined;
  let retry: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stale = false;
  const onEvent = (foldersChanged: boolean): void => {
    stale ||= foldersChanged;
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  };

  function settle(): void {
    const next = createWatchScope(scope.paths);
    if (stale || next.key !== scope.key) start(next, Date.now());
    onChange();
  }

  function start(next: WatchScope, since: number): void {
    void watch?.close();
    stale = false;
    scope = next;
    clearTimeout(retry);
    problem = undefined;
    const onError = (error: unknown): void => {
      if (problem !== undefined || isHarmless(error)) return;
      problem = reasonOf(error);
      onProblem(problem);
      // a restart of the watch finds the changes since
      retry = setTimeout(() => start(createWatchScope(scope.paths), since), retryMs).unref();
    };
    watch = startWatch(next, since - tickMs, onEvent, onError);
  }

  return {
    watch(paths, since = Date.now()) {
      const next = createWatchScope(paths);
      if (next.key !== scope.key) start(next, since);
    },
    get problem() {
      return problem;
    },
    async close() {
      clearTimeout(timer);
      clearTimeout(retry);
      await watch?.close();
    },
  };
}

/** Time between attempts to watch again after an error, in milliseconds. */
const retryMs = 10_000;

/** An unreadable or removed folder is reported by the next reload if it matters. */
function isHarmless(error: unknown): boolean {
  return ['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR', 'ELOOP'].includes(reasonOf(error));
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

interface RunningWatch {
  close(): Promise<void>;
}

/** Starts watching; the argument of `onEvent` is whether folders changed, which requires a restart. */
function startWatch(
  scope: WatchScope,
  since: number,
  onEvent: (foldersChanged: boolean) => void,
  onError: (error: unknown) => void,
): RunningWatch {
  const { covers, folders } = scope;
  // what links lead to is watched by its real path
  const options = { atomic: true, followSymlinks: false, ignored: (path: string) => !covers(path) };
  const watcher = watchFiles([...folders], options);
  const existing = scope.roots.filter((path) => existsSync(path));
  const initial = new Map<string, Stats | undefined>();
  let ready = false;
  watcher.on('all', (event, path, stats) => {
    // initial entries are no events, unless they changed after the sources were read
    if (!ready) initial.set(path, stats);
    if (ready) onEvent(event.endsWith('Dir'));
    else if (!stats || stats.ctimeMs >= since) onEvent(false);
  });
  watcher.on('ready', () => {
    ready = true;
    const lost = existing.some((path) => !initial.has(path));
    if (lost || hasMissedChanges(scope, initial)) onEvent(true);
    initial.clear();
  });
  watcher.on('error', onError);
  const links = watchLinks(scope.links, () => onEvent(true), onError);
  return {
    async close() {
      links.close();
      await watcher.close();
    },
  };
}

/** Whether an entry was added or removed between the listing of a folder and the start of its watch. */
function hasMissedChanges(
  { roots, isInside }: WatchScope,
  initial: ReadonlyMap<string, Stats | undefined>,
): boolean {
  if (roots.some((path) => existsSync(path) && !initial.has(path))) return true;
  return [...initial].some(
    ([path, stats]) =>
      stats?.isDirectory() === true &&
      isInside(path) &&
      statSync(path, { throwIfNoEntry: false })?.mtimeMs !== stats.mtimeMs,
  );
}

/** A set of watched paths, and the folders to watch for them. */
interface WatchScope {
  readonly paths: readonly string[];
  /** Links that the paths lead through. */
  readonly links: FollowedPaths['links'];
  /** The paths without links, the outermost ones. */
  readonly roots: readonly string[];
  /**
   * The outermost existing folders above the paths. They are watched instead of the paths, because
   * the watch on a removed path ends and does not report its return.
   */
  readonly folders: ReadonlySet<string>;
  /** Changes with the paths, and when a folder is replaced by another of the same name. */
  readonly key: string;
  /** Whether a path is one of the paths, below one or above one. */
  readonly covers: (path: string) => boolean;
  /** Whether a path is one of the paths or below one. */
  readonly isInside: (path: string) => boolean;
}

/** Determines the folders to watch from the current state of the file system. */
function createWatchScope(paths: readonly string[]): WatchScope {
  const { links, roots: real, key: linkKey } = followPaths(paths);
  const roots = outermost(real);
  const folders = outermost(roots.map(folderAbove));
  const isInside = (path: string) =>
    roots.some((root) => isWithin(path, root) && !ignoredFolders.test(path.slice(root.length)));
  const key = folders.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.ino]);
  return {
    paths,
    links,
    roots,
    folders: new Set(folders),
    key: JSON.stringify([[...new Set(paths)].sort(), key, linkKey]),
    isInside,
    covers: (path) => isInside(path) || roots.some((root) => isWithin(root, path)),
  };
}

/** Returns the paths that are not below another one. */
function outermost(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !foldersAbove(path).some((folder) => all.has(folder))).sort();
}

/** Large folders that no glob enters. */
const ignoredFolders = /[\\/](?:node_modules|\.git)(?:[\\/]|$)/;

/** The nearest existing folder above a path; the path itself if that folder cannot be listed. */
function folderAbove(path: string): string {
  let folder = dirname(path);
  while (!isFolder(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.R_OK);
    return folder;
  } catch {
    return path;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a path is a folder or inside it. The watcher writes slashes on all systems. */
function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [withSlashes(path), withSlashes(folder)];
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
