import type { Dirent } from 'node:fs';
import { callbackify } from 'node:util';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FileSystemAdapter } from 'tinyglobby';
import { isWithin } from './paths.ts';

/** The largest number of linked folders that one glob enters. */
export const maxLinkedFolders = 1_000;

/** Presents symbolic links to a walk over folders as what they lead to. */
export interface LinkFollower {
  readonly fs: FileSystemAdapter;
  /** Absolute paths of the links to files that the walk met. */
  readonly linkedFiles: ReadonlySet<string>;
  /** Whether more folders are linked than are entered. */
  isExceeded(): boolean;
}

/**
 * Creates a follower for one walk.
 *
 * | link to                                     | is presented as                       |
 * | ------------------------------------------- | ------------------------------------- |
 * | a file                                      | a file                                |
 * | nothing, or itself                          | a file, so that its reader reports it |
 * | a folder                                    | a folder                              |
 * | the folder of the link, or one above it     | a link, which the walk does not enter |
 */
export function createLinkFollower(): LinkFollower {
  const linkedFiles = new Set<string>();
  let folders = 0;
  const resolveEntry = async (folder: string, entry: Dirent): Promise<Dirent> => {
    if (!entry.isSymbolicLink()) return entry;
    const path = join(folder, entry.name);
    const isFolder = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (!isFolder) {
      linkedFiles.add(path);
      return entryOf(entry, 'isFile');
    }
    if (await isLoop(path)) return entry;
    folders += 1;
    return folders > maxLinkedFolders ? entry : entryOf(entry, 'isDirectory');
  };
  const read = async (path: string): Promise<Dirent[]> => {
    const folder = resolve(path);
    const entries = await readdir(folder, { withFileTypes: true });
    return Promise.all(entries.map((entry) => resolveEntry(folder, entry)));
  };
  const readByCallback = callbackify(read);
  const readFolder = (
    path: string,
    _options: unknown,
    done: (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void,
  ): void => readByCallback(path, done);
  return {
    fs: { readdir: readFolder as FileSystemAdapter['readdir'] & {} },
    linkedFiles,
    isExceeded: () => folders > maxLinkedFolders,
  };
}

function entryOf(entry: Dirent, kind: 'isFile' | 'isDirectory'): Dirent {
  const presented = Object.create(entry) as Dirent;
  presented[kind] = () => true;
  presented.isSymbolicLink = () => false;
  return presented;
}

/** Whether a linked folder contains a folder that the walk is in. */
async function isLoop(link: string): Promise<boolean> {
  const target = await realpath(link);
  for (let folder = dirname(link); ; folder = dirname(folder)) {
    if (isWithin(await realpath(folder), target)) return true;
    if (folder === dirname(folder)) return false;
  }
}
