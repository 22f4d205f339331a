import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { checkCodes } from '../../check/surface/check-codes.ts';
import { readLock } from '../../check/surface/read-lock.ts';
import type { Surface } from '../../check/surface/surface.ts';
import { gatewayError, type GatewayError } from '../../core/diagnostic.ts';

/**
 * Reads a lock file; messages name it relative to `folder`.
 *
 * Throws a `GatewayError` if it is missing or cannot be read.
 */
export async function readLockFile(path: string, folder = process.cwd()): Promise<Surface> {
  const name = relative(folder, path);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unreadable(name, cause);
  });
  return readLock(text, name);
}

function unreadable(name: string, cause: unknown): GatewayError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return missingLock(name, checkCodes.LOCK_MISSING.advice, { cause });
  const message = `The lock file ${name} cannot be read: ${code || String(cause)}.`;
  return gatewayError('LOCK_INVALID', message, checkCodes.LOCK_INVALID.advice, { cause });
}

/** Creates the error for a missing lock file. */
export function missingLock(name: string, hint: string, rest: ErrorOptions = {}): GatewayError {
  return gatewayError('LOCK_MISSING', `There is no lock file ${name}.`, hint, rest);
}
