import { resolve } from 'node:path';
import { checkCatalog } from '../check/check-catalog.ts';
import { defaultRules, type CheckRules } from '../check/rules/check-rules.ts';
import { fetchSurface, isUrl } from '../check/remote/fetch-surface.ts';
import type { Report } from '../check/report/report.ts';
import type { Surface } from '../check/surface/surface.ts';
import { packageVersion } from './package-version.ts';
import type { ReadCatalog } from './read-catalog.ts';
import { readLockFile } from './read-lock-file.ts';
import type { GatewayParts } from './gateway-parts.ts';

/** What `gateway.check()` compares with, and when it fails. */
export interface CheckOptions {
  /**
   * A lock file, its path relative to `baseDir`, or the URL of a running gateway.
   *
   * @default the configuration's `lockFile`
   */
  readonly against?: string;
  /** Bearer token for a running gateway. @default none */
  readonly token?: string;
  /** Whether each change is tied to what made it. @default false */
  readonly explain?: boolean;
  /**
   * When the check fails, and what is allowed and why, as in `tools.check.yaml`; that file itself is
   * not read.
   *
   * @default fails on breaking changes and on findings that are errors
   */
  readonly rules?: Partial<CheckRules>;
}

/**
 * Compares the tools as they were read with those that others rely on.
 *
 * Throws a `GatewayError` when there is no lock, or the other gateway cannot be asked.
 */
export async function checkTools(
  { compiled, schemas }: ReadCatalog,
  { config, baseDir }: Pick<GatewayParts, 'config' | 'baseDir'>,
  { against = config.lockFile, token, explain = false, rules = {} }: CheckOptions,
): Promise<Report> {
  return await checkCatalog({
    catalog: compiled,
    schemas,
    gateway: packageVersion(),
    old: await readOld(against, baseDir, token),
    against,
    againstKind: isUrl(against) ? 'gateway' : 'lock',
    rules: { ...defaultRules, ...rules },
    explain,
  });
}

async function readOld(
  against: string,
  baseDir: string,
  token: string | undefined,
): Promise<Surface> {
  if (!isUrl(against)) return await readLockFile(resolve(baseDir, against));
  return await fetchSurface(against, { token });
}
