import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** Returns whether a path is a folder or below it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Writes a path with `/` separators, as in globs and places. */
export function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** Returns the real path of a file; its own path if it leads to nothing. */
export async function realPathOf(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}
