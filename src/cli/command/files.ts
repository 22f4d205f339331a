import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cliError } from './errors.ts';

/** The folder of the package: three levels up, in `src/` and in `dist/`. */
export const packageFolder = join(import.meta.dirname, '..', '..', '..');

/** The configuration of the example that ships with the package. */
export const exampleConfig = join(packageFolder, 'gateway.yaml');

/** Returns whether a path is a file. */
export async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/**
 * Writes a file atomically: readers see the old text or the new one. Missing folders are created; a
 * link stays, and the file that it leads to is replaced.
 *
 * Throws a `GatewayError` if the file cannot be written.
 */
export async function replaceFile(name: string, text: string): Promise<void> {
  const path = await realpath(name).catch(() => name);
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    const message = `${name} cannot be written: ${reasonOf(cause)}.`;
    throw cliError('CLI_FILE_UNWRITABLE', message, { cause });
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons.get(code) ?? (error instanceof Error ? error.message : String(error));
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'one of its folders is a file'],
  ['EEXIST', 'one of its folders is a file'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENAMETOOLONG', 'its name is too long'],
]);

/**
 * Writes several files if none of them exists; existing files are never overwritten.
 *
 * @param files texts by path, relative to the folder.
 * @param hint how to proceed if a file exists.
 */
export async function writeNewFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  hint: string,
): Promise<void> {
  await rejectExisting(folder, [...files.keys()], hint);
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // fails if another process has created the file meanwhile
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
}

/** Throws a `GatewayError` that names the paths that exist. */
export async function rejectExisting(
  folder: string,
  paths: readonly string[],
  hint: string,
): Promise<void> {
  const exists = await Promise.all(paths.map((path) => pathExists(join(folder, path))));
  const existing = paths.filter((_, index) => exists[index]);
  if (existing.length === 0) return;
  const verb = existing.length === 1 ? 'exists' : 'exist';
  const message = `${existing.join(', ')} already ${verb}; nothing was written.`;
  throw cliError('CLI_FILE_EXISTS', message, { hint });
}

async function pathExists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
