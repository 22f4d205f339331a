import { configError } from '../../config/codes.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { ResolvedConfig } from '../../config/resolve.ts';
import { wireGateway, type WiredGateway } from '../../gateway/create-gateway.ts';
import { createLog } from '../../observe/log.ts';
import type { LogLevel } from '../../core/log.ts';
import type { CliContext } from '../command/command.ts';

/** A gateway, its configuration and its process. */
export interface Serving {
  readonly gateway: WiredGateway;
  readonly loaded: LoadedConfig;
  readonly context: CliContext;
}

/** How a gateway is opened. */
export interface OpenOptions {
  readonly logLevel: LogLevel;
  /** Whether sources are watched and reloaded. */
  readonly watch: boolean;
  /** Reads the configuration again; undefined if it is never reloaded. */
  readonly readConfig?: () => Promise<LoadedConfig>;
}

/** Opens the gateway of a configuration; the caller closes it. */
export async function openGateway(
  { config, options, placeOf, baseDir, file }: LoadedConfig,
  { env }: CliContext,
  { logLevel, watch, readConfig }: OpenOptions,
): Promise<WiredGateway> {
  requireEndpoints(config);
  const log = createLog(logLevel);
  return await wireGateway({
    config,
    options,
    placeOf,
    baseDir,
    env,
    log,
    watch,
    source: {},
    configFile: file,
    ...(readConfig && {
      async readConfig() {
        const next = await readConfig();
        requireEndpoints(next.config);
        return next;
      },
    }),
  });
}

/** Throws before the sources are loaded if an upstream has no endpoint. */
function requireEndpoints({ upstreams }: ResolvedConfig): void {
  const incomplete = [...upstreams.values()].filter(({ endpoint }) => endpoint === undefined);
  if (incomplete.length === 0) return;
  const names = incomplete.map(({ name }) => name).join(', ');
  throw configError(
    'CONFIG_NO_ENDPOINT',
    upstreams.size === 1
      ? 'The configuration has no "endpoint" to send operations to.'
      : `The upstreams ${names} have no "endpoint" to send operations to.`,
  );
}
