import { dirname, resolve } from 'node:path';
import { type Diagnostic, GatewayError } from '../core/diagnostic.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import type { PassedByCode } from './check-auth.ts';
import { checkConfig } from './check.ts';
import { configError } from './codes.ts';
import { expandEnvironment, type ProcessEnv } from './env.ts';
import type { GatewayOptions } from './options.ts';
import { applySettings, configVariable, readSettings, type Flags } from './overrides.ts';
import { resolveConfig, type ResolvedConfig } from './resolve.ts';
import {
  configFileList,
  findConfig,
  readConfig,
  sourceOfOptions,
  type ConfigSource,
  type PlaceOfOption,
} from './source.ts';
import { validateConfig } from './validate.ts';

/** Where to find a configuration, and what overrides it. */
export interface ConfigRequest {
  /** The folder that the gateway is started in. */
  readonly folder: string;
  readonly env: ProcessEnv;
  /** The requested file; by default that of `GRAPHQL_MCP_CONFIG`, then the folder's. */
  readonly file?: string;
  readonly flags?: Flags;
  /** Options of the top level that environment variables do not override. */
  readonly ignore?: readonly string[];
}

/** A valid configuration. */
export interface LoadedConfig {
  /** The options as configured, without references to the environment. */
  readonly options: GatewayOptions;
  readonly config: ResolvedConfig;
  /** Absolute path of the file; undefined if flags and variables replace it. */
  readonly file?: string;
  /** Absolute path of the folder that paths in the options are relative to. */
  readonly baseDir: string;
  readonly placeOf: PlaceOfOption;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads the configuration of a gateway: flags override environment variables, which override the
 * file.
 *
 * Throws a `GatewayError` that lists every error, with file, line and column.
 */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const { folder, env, flags = new Map(), ignore = [] } = request;
  const file = await findConfig(folder, request.file ?? (env[configVariable] || undefined));
  const baseDir = file === undefined ? resolve(folder) : dirname(file);
  const folders = { current: resolve(folder), base: baseDir };
  const settings = readSettings(flags, env, folders, ignore);
  if (file === undefined && settings.length === 0) {
    throw configError(
      'CONFIG_NOT_FOUND',
      `There is no ${configFileList} in this folder, and no flag sets an API.`,
      {
        hint: 'Run "graphql-mcp-gateway init URL" to write one, or try "graphql-mcp-gateway serve --example".',
      },
    );
  }
  const source = file === undefined ? sourceOfOptions({}) : await readConfig(file, folder);
  const prepared = prepareOptions(applySettings(source, settings), env);
  return { ...prepared, baseDir, ...(file !== undefined && { file }) };
}

/** Valid options, from a file or from code. */
export type PreparedOptions = Pick<LoadedConfig, 'options' | 'config' | 'placeOf' | 'diagnostics'>;

/** Expands, validates and resolves options from any source. */
export function prepareOptions(
  written: ConfigSource,
  env: ProcessEnv,
  code: PassedByCode = {},
): PreparedOptions {
  const { source, diagnostics: expanded } = expandEnvironment(written, env);
  throwErrors(expanded);
  const options = validateConfig(source);
  const checked = checkConfig(options, source, code);
  throwErrors(checked);
  const diagnostics = [...expanded, ...checked];
  const placeOf = placesOf(options, source);
  return { options, config: resolveConfig(options, code.authenticate), placeOf, diagnostics };
}

function throwErrors(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new GatewayError(errors);
}

function placesOf({ upstreams, ...options }: GatewayOptions, source: ConfigSource): PlaceOfOption {
  return (path, upstream) => {
    const isNamed = upstream !== undefined && upstreams !== undefined;
    const parent = isNamed ? ownMember(upstreams, upstream) : options;
    const isSet = isJsonObject(parent) && Object.hasOwn(parent, path[0] ?? '');
    const fullPath = isNamed ? ['upstreams', upstream, ...path] : path;
    return isSet ? source.locate(fullPath, 'value').place : undefined;
  };
}
