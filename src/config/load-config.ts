import { dirname, resolve } from 'node:path';
import { type Diagnostic, GatewayError } from '../core/diagnostic.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { configError } from './config-codes.ts';
import { checkConfig } from './check-config.ts';
import { sourceOfOptions, type ConfigSource, type PlaceOfOption } from './config-source.ts';
import { expandEnv, type Environment } from './expand-env.ts';
import { findConfig, listNames } from './find-config.ts';
import type { GatewayOptions } from './options.ts';
import { applySettings, configVariable, readSettings, type GivenFlags } from './overrides.ts';
import { readConfig } from './read-config.ts';
import { resolveConfig, type ResolvedConfig } from './resolve-config.ts';
import { validateConfig } from './validate-config.ts';

/** Where to look for a configuration, and what to put over it. */
export interface ConfigRequest {
  /** The folder the gateway is started in. */
  readonly folder: string;
  readonly env: Environment;
  /** The file asked for; without it, the variable `GRAPHQL_MCP_CONFIG`, then the folder's. */
  readonly file?: string;
  readonly flags?: GivenFlags;
  /** Options of the top level that environment variables do not set. */
  readonly ignore?: readonly string[];
}

/** A configuration that is right, and ready to use. */
export interface LoadedConfig {
  /** What was configured, with references to the environment replaced. */
  readonly options: GatewayOptions;
  readonly config: ResolvedConfig;
  /** Absolute path of the file; absent when flags and variables said it all. */
  readonly file?: string;
  /** Absolute path of the folder that paths in the options are relative to. */
  readonly baseDir: string;
  readonly placeOf: PlaceOfOption;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads the configuration of a gateway: flags over environment variables over the file.
 *
 * Throws a `GatewayError` that names everything that is wrong, with file, line and column.
 */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const { folder, env, flags = new Map(), ignore = [] } = request;
  const asked = request.file ?? (env[configVariable] || undefined);
  const file = await findConfig(folder, asked);
  const baseDir = file === undefined ? resolve(folder) : dirname(file);
  const folders = { current: resolve(folder), base: baseDir };
  const settings = readSettings(flags, env, folders, ignore);
  if (file === undefined && settings.length === 0) throw nothingConfigured();
  const written = file === undefined ? sourceOfOptions({}) : await readConfig(file, folder);
  const prepared = prepareOptions(applySettings(written, settings), env);
  return { ...prepared, baseDir, ...(file !== undefined && { file }) };
}

/** What is known of options once they are found right. */
export type PreparedOptions = Pick<LoadedConfig, 'options' | 'config' | 'placeOf' | 'diagnostics'>;

/**
 * Expands, validates and resolves options, wherever they come from.
 *
 * @param hasExecutor whether code brings what runs the operations, so that no endpoint is needed.
 */
export function prepareOptions(
  written: ConfigSource,
  env: Environment,
  hasExecutor = false,
): PreparedOptions {
  const { source, diagnostics: expanded } = expandEnv(written, env);
  refuseErrors(expanded);
  const options = validateConfig(source);
  const checked = checkConfig(options, source, { hasExecutor });
  refuseErrors(checked);
  const diagnostics = [...expanded, ...checked];
  const placeOf = placesIn(options, source);
  return { options, config: resolveConfig(options), placeOf, diagnostics };
}

function placesIn({ upstreams, ...options }: GatewayOptions, source: ConfigSource): PlaceOfOption {
  return (path, upstream) => {
    const isNamed = upstream !== undefined && upstreams !== undefined;
    const holder = isNamed ? ownMember(upstreams, upstream) : options;
    const isWritten = isJsonObject(holder) && Object.hasOwn(holder, path[0] ?? '');
    const whole = isNamed ? ['upstreams', upstream, ...path] : path;
    return isWritten ? source.locate(whole, 'value').place : undefined;
  };
}

function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new GatewayError(errors);
}

function nothingConfigured(): GatewayError {
  return configError(
    'CONFIG_NOT_FOUND',
    `There is no ${listNames()} in this folder, and no flag says which API to serve.`,
    'Write one with "graphql-mcp-gateway init URL", or try "graphql-mcp-gateway serve --example".',
  );
}
