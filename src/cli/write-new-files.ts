import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cliError } from './cli-error.ts';

/**
 * Writes files that do not exist yet, or none: an existing file is never overwritten.
 *
 * @param files texts by path, relative to the folder.
 * @param hint what to do about a file that exists.
 */
export async function writeNewFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  hint: string,
): Promise<void> {
  await refuseExisting(folder, [...files.keys()], hint);
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // fails if somebody else has written the file since
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
}

/** Throws a `GatewayError` that names the paths that exist. */
export async function refuseExisting(
  folder: string,
  paths: readonly string[],
  hint: string,
): Promise<void> {
  const exists = await Promise.all(paths.map((path) => isThere(join(folder, path))));
  const taken = paths.filter((_, index) => exists[index]);
  if (taken.length === 0) return;
  throw cliError(
    'CLI_FILE_EXISTS',
    `Nothing was written, for there is ${taken.join(', ')} already.`,
    hint,
  );
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
