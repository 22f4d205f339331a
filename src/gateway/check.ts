import { resolve, relative } from 'node:path';
import { checkCatalog } from '../check/check-catalog.ts';
import { defaultRules, type CheckRules } from '../check/rules/check-rules.ts';
import { fetchSurface, isUrl } from '../check/remote/fetch-surface.ts';
import type { Report } from '../check/report/report.ts';
import type { Surface } from '../check/surface/surface.ts';
import { packageVersion } from './package-version.ts';
import type { ReadCatalog } from './read-catalog.ts';
import type { GatewayParts } from './parts.ts';
import { readFile } from 'node:fs/promises';
import { checkCodes } from '../check/surface/check-codes.ts';
import { readLock } from '../check/surface/read-lock.ts';
import { gatewayError, type GatewayError } from '../core/diagnostic.ts';

/** Options of `gateway.check()`. */
export interface CheckOptions {
  /**
   * A lock file, its path relative to `baseDir`, or the URL of a running gateway.
   *
   * @default the configuration's `lockFile`
   */
  readonly against?: string;
  /** Bearer token for a running gateway. @default none */
  readonly token?: string;
  /** Whether to find the cause of each change. @default false */
  readonly explain?: boolean;
  /**
   * When the check fails, and which changes are allowed, as in `tools.check.yaml`; the file itself
   * is not read.
   *
   * @default fails on breaking changes and on findings that are errors
   */
  readonly rules?: Partial<CheckRules>;
}

/**
 * Compares the tools as they were read with a lock file or a running gateway.
 *
 * Throws a `GatewayError` if there is no lock, or the other gateway cannot be reached.
 */
export async function checkTools(
  { compiled, schemas }: ReadCatalog,
  { config, baseDir }: Pick<GatewayParts, 'config' | 'baseDir'>,
  { against = config.lockFile, token, explain = false, rules = {} }: CheckOptions,
): Promise<Report> {
  return checkCatalog({
    catalog: compiled,
    schemas,
    gateway: packageVersion(),
    old: await readPublished(against, baseDir, token),
    against,
    againstKind: isUrl(against) ? 'gateway' : 'lock',
    rules: { ...defaultRules, ...rules },
    explain,
  });
}

async function readPublished(
  against: string,
  baseDir: string,
  token: string | undefined,
): Promise<Surface> {
  if (!isUrl(against)) return await readLockFile(resolve(baseDir, against));
  return await fetchSurface(against, { token });
}

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
