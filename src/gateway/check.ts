import { resolve } from 'node:path';
import { checkCatalog } from '../check/check-catalog.ts';
import { defaultRules, type CheckRules } from '../check/rules/check-rules.ts';
import { fetchSurface, isUrl } from '../check/remote/fetch-surface.ts';
import type { Report } from '../check/report/report.ts';
import type { Surface } from '../check/surface/surface.ts';
import { packageVersion } from './package-version.ts';
import { readLockFile } from './sources/lock-file.ts';
import type { ReadCatalog } from './read-catalog.ts';
import type { GatewayParts } from './executor.ts';

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
