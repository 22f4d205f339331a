import type { LoadedConfig } from '../config/load-config.ts';
import type { Log } from '../observe/log.ts';
import type { ExecutorSource } from './create-executor.ts';

/** What a gateway is made of, once its configuration is read. */
export interface GatewayParts extends Pick<LoadedConfig, 'config' | 'baseDir'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** What code brings to answer operations, in place of endpoints. */
  readonly source: ExecutorSource;
  /** Whether files are watched, and a change reloads. */
  readonly watch: boolean;
}
