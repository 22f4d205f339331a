import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What belongs to a set of watched paths. */
export interface WatchScope {
  readonly paths: readonly string[];
  /**
   * Existing folders above the paths, the outermost ones. They are watched in place of the paths,
   * for a watch on what is removed ends, and never hears of its return.
   */
  readonly folders: ReadonlySet<string>;
  /** Another one for other paths, and for other folders under the same names. */
  readonly key: string;
  /** Whether a path is one of the paths, below one or above one. */
  readonly covers: (path: string) => boolean;
  /** Whether a path is one of the paths or below one. */
  readonly isInside: (path: string) => boolean;
}

/** Finds out where the paths are to be watched from, as things stand now. */
export function createWatchScope(paths: readonly string[]): WatchScope {
  const above = [...new Set(paths.map(folderAbove))].sort();
  const folders = above.filter((one) => !above.some((other) => other !== one && lies(one, other)));
  const isInside = (path: string) =>
    paths.some((root) => lies(path, root) && !passedOver.test(path.slice(root.length)));
  const key = folders.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.ino]);
  return {
    paths,
    folders: new Set(folders),
    key: JSON.stringify([[...new Set(paths)].sort(), key]),
    isInside,
    covers: (path) => isInside(path) || paths.some((root) => lies(root, path)),
  };
}

/** Folders below a path that no glob enters, and that are large. */
const passedOver = /[\\/](?:node_modules|\.git)(?:[\\/]|$)/;

/** The nearest folder above a path that exists; the path itself where that may not be listed. */
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

/** Whether a path is a folder or lies in it. The watcher writes slashes, whatever the system. */
function lies(path: string, folder: string): boolean {
  const [inner, outer] = [withSlashes(path), withSlashes(folder)];
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
