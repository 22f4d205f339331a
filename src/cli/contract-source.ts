import { stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fetchSurface, isUrl } from '../check/remote/fetch-surface.ts';
import type { AgainstKind } from '../check/report/report.ts';
import { surfaceOf } from '../check/surface/compile-surface.ts';
import { type Surface } from '../check/surface/surface.ts';
import type { LoadedConfig } from '../config/load.ts';
import { GatewayError, gatewayError } from '../core/diagnostic.ts';
import { readCatalogOnce, type ReadCatalog } from '../gateway/read-catalog.ts';
import { missingLock, readLockFile } from '../gateway/check.ts';
import { packageVersion } from '../gateway/package-version.ts';
import type { CliContext } from './cli-context.ts';
import { textOption, type GivenOptions } from './cli-command.ts';
import { withRevision } from './git-revision.ts';
import { loadSources } from './source-options.ts';

/** A tool surface to compare with, and what it is, in words. */
export interface Against {
  readonly surface: Surface;
  readonly name: string;
  readonly kind: AgainstKind;
}

/**
 * Finds what to compare with: the URL of a running gateway, a lock file, or else a git revision. Without
 * `--against` it is the lock file of the configuration.
 */
export async function findAgainst(
  loaded: LoadedConfig,
  context: CliContext,
  options: GivenOptions,
): Promise<Against> {
  const against = textOption(options, 'against');
  if (against === undefined) return await readLockAt(lockPathOf(loaded), context);
  if (isUrl(against)) return await askGateway(against, context, options);
  const path = resolve(context.folder, against);
  if (await isFile(path)) return await readLockAt(path, context);
  if (against.endsWith('.json')) throw noSuchLock(relative(context.folder, path));
  if (looksLikeAddress.test(against)) throw noScheme(against);
  return await readRevision(against, context, options);
}

/** `host:port`, maybe with a path; git allows no colon in names, and `revision:path` is no commit. */
const looksLikeAddress = /^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}(\/.*)?$/i;

function noScheme(against: string): GatewayError {
  const message = `"${against}" is neither a file nor a git revision, but looks like an address.`;
  return gatewayError(
    'CHECK_AGAINST_UNKNOWN',
    message,
    `Write http://${against} or https://${against}.`,
  );
}

/** The lock file as it is; nothing where there is none, or one that cannot be read, for it is replaced. */
export async function readLockToUpdate(
  loaded: LoadedConfig,
  context: CliContext,
): Promise<Against> {
  try {
    return await readLockAt(lockPathOf(loaded), context);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const surface = { tools: new Map(), gateway: packageVersion(), schemas: new Map() };
    return { surface, name: 'no lock', kind: 'nothing' };
  }
}

/** Absolute path of the configuration's lock file. */
export function lockPathOf({ config, baseDir }: LoadedConfig): string {
  return resolve(baseDir, config.lockFile);
}

async function readLockAt(path: string, { folder }: CliContext): Promise<Against> {
  const name = relative(folder, path);
  return { surface: await readLockFile(path, folder), name, kind: 'lock' };
}

/** `check --update` writes the lock file of the configuration only. */
function noSuchLock(name: string): GatewayError {
  return missingLock(
    name,
    'Check the path after --against, which is relative to the current folder.',
  );
}

export async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function askGateway(
  url: string,
  { env }: CliContext,
  options: GivenOptions,
): Promise<Against> {
  const surface = await fetchSurface(url, {
    token: textOption(options, 'token'),
    environment: new Map(Object.entries(env)),
  });
  return { surface, name: `the gateway at ${url}`, kind: 'gateway' };
}

/** Compiles the sources of a revision by this gateway, so that nothing but they can differ. */
async function readRevision(
  revision: string,
  context: CliContext,
  options: GivenOptions,
): Promise<Against> {
  return await withRevision(revision, context.folder, async (folder) => {
    const then = { ...context, folder };
    const { catalog, schemas } = await readUnlocked(await loadSources(then, options), then);
    const surface = surfaceOf(catalog, { gateway: packageVersion(), schemas });
    return { surface, name: `revision ${revision}`, kind: 'revision' };
  });
}

/** Reads all that the sources become, also what a lock keeps from being served: a check tells of it. */
export function readUnlocked(loaded: LoadedConfig, { env }: CliContext): Promise<ReadCatalog> {
  return readCatalogOnce({ ...loaded, config: { ...loaded.config, locked: false }, env });
}
