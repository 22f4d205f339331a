import { configError } from '../config/codes.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { ResolvedConfig } from '../config/resolve.ts';
import { wireGateway, type WiredGateway } from '../gateway/create-gateway.ts';
import { createLog } from '../observe/log.ts';
import type { LogLevel } from '../core/log.ts';
import type { CliContext } from './cli-context.ts';

/** How a gateway is opened. */
export interface OpenOptions {
  readonly logLevel: LogLevel;
  /** Whether sources are watched and reloaded. */
  readonly watch: boolean;
  /** Reads the configuration again; absent where nothing is ever reloaded. */
  readonly readConfig?: () => Promise<LoadedConfig>;
}

/** Opens the gateway of a configuration; whoever opens it closes it. */
export async function openGateway(
  { config, options, placeOf, baseDir, file }: LoadedConfig,
  { env }: CliContext,
  { logLevel, watch, readConfig }: OpenOptions,
): Promise<WiredGateway> {
  refuseWithoutEndpoint(config);
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
        refuseWithoutEndpoint(next.config);
        return next;
      },
    }),
  });
}

/** Says early what would otherwise be found once everything is read. */
function refuseWithoutEndpoint({ upstreams }: ResolvedConfig): void {
  const lacking = [...upstreams.values()].filter(({ endpoint }) => endpoint === undefined);
  if (lacking.length === 0) return;
  const names = lacking.map(({ name }) => name).join(', ');
  throw configError(
    'CONFIG_NO_ENDPOINT',
    upstreams.size === 1
      ? 'The configuration has no "endpoint" to send operations to.'
      : `The upstreams ${names} have no "endpoint" to send operations to.`,
  );
}
