import { relative, resolve } from 'node:path';
import { fetchSurface, isUrl } from '../../check/remote/fetch-surface.ts';
import type { AgainstKind } from '../../check/report/report.ts';
import { surfaceOf } from '../../check/surface/compile-surface.ts';
import { type Surface } from '../../check/surface/surface.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { GatewayError, gatewayError } from '../../core/diagnostic.ts';
import { missingLock, readLockFile } from '../../gateway/sources/lock-file.ts';
import { packageVersion } from '../../gateway/package-version.ts';
import { textOption, type CliContext, type OptionValues } from '../command/command.ts';
import { isFile } from '../command/files.ts';
import { withRevision } from './git-revision.ts';
import { loadSources, readUnlocked } from './sources.ts';

/** The tools that a check compares with. */
export interface Baseline {
  readonly surface: Surface;
  /** Describes the baseline in reports. */
  readonly name: string;
  readonly kind: AgainstKind;
}

/**
 * Reads the baseline of `--against`: the URL of a running gateway, a lock file or a git revision; by
 * default the lock file of the configuration.
 */
export async function findBaseline(
  loaded: LoadedConfig,
  context: CliContext,
  options: OptionValues,
): Promise<Baseline> {
  const against = textOption(options, 'against');
  if (against === undefined) return await readLockAt(lockPathOf(loaded), context);
  if (isUrl(against)) return await readGateway(against, context, options);
  const path = resolve(context.folder, against);
  if (await isFile(path)) return await readLockAt(path, context);
  // the usual hint, `check --update`, would write the lock file of the configuration
  if (against.endsWith('.json')) throw missingLock(relative(context.folder, path), checkPath);
  if (looksLikeAddress.test(against)) throw missingScheme(against);
  return await readRevision(against, context, options);
}

const checkPath = 'Check the path after --against, which is relative to the current folder.';

/** Matches `host:port`, also with a path; names of git revisions contain no colon. */
const looksLikeAddress = /^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}(\/.*)?$/i;

function missingScheme(against: string): GatewayError {
  const message = `"${against}" is neither a file nor a git revision, but looks like an address.`;
  return gatewayError(
    'CHECK_AGAINST_UNKNOWN',
    message,
    `Write http://${against} or https://${against}.`,
  );
}

/** Reads the lock file that is to be replaced; an empty baseline if it is missing or invalid. */
export async function readCurrentLock(
  loaded: LoadedConfig,
  context: CliContext,
): Promise<Baseline> {
  try {
    return await readLockAt(lockPathOf(loaded), context);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const surface = { tools: new Map(), gateway: packageVersion(), schemas: new Map() };
    return { surface, name: 'no lock', kind: 'nothing' };
  }
}

/** Returns the absolute path of the lock file. */
export function lockPathOf({ config, baseDir }: LoadedConfig): string {
  return resolve(baseDir, config.lockFile);
}

async function readLockAt(path: string, { folder }: CliContext): Promise<Baseline> {
  const name = relative(folder, path);
  return { surface: await readLockFile(path, folder), name, kind: 'lock' };
}

async function readGateway(
  url: string,
  { env }: CliContext,
  options: OptionValues,
): Promise<Baseline> {
  const surface = await fetchSurface(url, {
    token: textOption(options, 'token'),
    environment: new Map(Object.entries(env)),
  });
  return { surface, name: `the gateway at ${url}`, kind: 'gateway' };
}

/** Compiles the sources of a revision with this version, so that only the sources can differ. */
async function readRevision(
  revision: string,
  context: CliContext,
  options: OptionValues,
): Promise<Baseline> {
  return await withRevision(revision, context.folder, async (folder) => {
    const past = { ...context, folder };
    const { catalog, schemas } = await readUnlocked(await loadSources(past, options), past);
    const surface = surfaceOf(catalog, { gateway: packageVersion(), schemas });
    return { surface, name: `revision ${revision}`, kind: 'revision' };
  });
}
