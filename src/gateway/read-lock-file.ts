import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { readLock } from '../check/read-lock.ts';
import type { Surface } from '../check/surface.ts';
import { gatewayError } from '../core/gateway-error.ts';

/**
 * Reads a lock file; it is named relative to the current folder.
 *
 * Throws a `GatewayError` when there is none, or it cannot be read.
 */
export async function readLockFile(path: string): Promise<Surface> {
  const name = relative(process.cwd(), path);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw gatewayError(
      'LOCK_MISSING',
      `There is no lock file ${name}.`,
      'Write it with "graphql-mcp-gateway check --update", and review it.',
      { cause },
    );
  });
  return readLock(text, name);
}
