import type { LoadedConfig } from '../config/load.ts';
import type { Log } from '../core/log.ts';
import type { ExecutorSource } from './create-executor.ts';

/** What a gateway is made of, once its configuration is read. */
export interface GatewayParts extends ReadConfig {
  /** Absolute path of the folder that paths in the options are relative to. */
  readonly baseDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** What code brings to answer operations, in place of endpoints. */
  readonly source: ExecutorSource;
  /** Whether files are watched, and a change reloads. */
  readonly watch: boolean;
  /** Absolute path of the configuration file, to be watched with the sources. */
  readonly configFile?: string | undefined;
  /** Reads the configuration again; throws a `GatewayError` when it is wrong. */
  readonly readConfig?: () => Promise<ReadConfig>;
}

/** A configuration as it was read. */
export type ReadConfig = Pick<LoadedConfig, 'config' | 'options' | 'placeOf'>;
