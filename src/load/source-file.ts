import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The folders that paths are relative to, as absolute paths. */
export interface SourceFolders {
  /** Globs and configured paths are relative to it: the configuration's folder. */
  readonly base: string;
  /** Places are shown relative to it: the folder the gateway was started in. */
  readonly shown: string;
}

/** A file that sources are read from. */
export interface SourceFile {
  /** Absolute path. */
  readonly path: string;
  /** The path as places show it, with `/` separators. */
  readonly shown: string;
}

/** Names the file at a path that is absolute, or relative to the base folder. */
export function sourceFileAt(path: string, { base, shown }: SourceFolders): SourceFile {
  const absolute = resolve(base, path);
  return { path: absolute, shown: withSlashes(relative(shown, absolute)) };
}

/** Whether a path is a folder, or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Writes a path with `/` separators, as globs and places have them. */
export function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
