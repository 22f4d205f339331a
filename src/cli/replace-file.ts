import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cliError } from './cli-error.ts';

/**
 * Writes a file whole or not at all: whoever reads it meanwhile sees the old text or the new one.
 * Folders on the way are made.
 *
 * Throws a `GatewayError` when that cannot be: a folder has the name, or the disk says no.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  try {
    await replace(path, text);
  } catch (cause) {
    throw cliError('CLI_FILE_UNWRITABLE', `${path} cannot be written: ${whyOf(cause)}.`, hint, {
      cause,
    });
  }
}

const hint = 'Name a file in a folder that may be written to, and that is no folder itself.';

function whyOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons.get(code) ?? (error instanceof Error ? error.message : String(error));
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'what should be a folder on the way is a file'],
  ['EEXIST', 'what should be a folder on the way is a file'],
  ['EACCES', 'it is not allowed'],
  ['EPERM', 'it is not allowed'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ENAMETOOLONG', 'its name is too long'],
]);

async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
