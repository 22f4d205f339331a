import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { ResolvedConfig } from '../config/resolve.ts';
import type { Catalog } from '../core/tool.ts';

/**
 * Leaves of a catalog what the lock file allows, for a gateway that is `locked`.
 *
 * The lock is read anew each time, so that a reviewed one counts at the next reload. Throws a
 * `GatewayError` when there is none, or it cannot be read.
 */
export async function applyLock(
  catalog: Catalog,
  schemas: ReadonlyMap<string, GraphQLSchema>,
  { locked, lockFile }: ResolvedConfig,
  baseDir: string,
): Promise<Catalog> {
  if (!locked) return catalog;
  // imported here alone: comparing contracts takes 60 modules that a gateway without a lock does not need
  const [{ allowedByLock }, { readLockFile }] = await Promise.all([
    import('../check/guard.ts'),
    import('./read-lock-file.ts'),
  ]);
  const lock = await readLockFile(resolve(baseDir, lockFile));
  return allowedByLock(catalog, lock, schemas).catalog;
}
