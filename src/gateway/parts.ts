import type { LoadedConfig } from '../config/load.ts';
import type { Log } from '../core/log.ts';
import type { ExecutorSource } from './executor.ts';

/** The input of a gateway after its configuration is read. */
export interface GatewayParts extends ReadConfig {
  /** Absolute path of the folder that paths in the options are relative to. */
  readonly baseDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** What an embedder passes to execute operations, instead of endpoints. */
  readonly source: ExecutorSource;
  /** Whether to watch the sources, and reload when they change. */
  readonly watch: boolean;
  /** Absolute path of the configuration file, which is watched with the sources. */
  readonly configFile?: string | undefined;
  /** Reads the configuration again; throws a `GatewayError` if it is invalid. */
  readonly readConfig?: () => Promise<ReadConfig>;
}

type ReadConfig = Pick<LoadedConfig, 'config' | 'options' | 'placeOf'>;
