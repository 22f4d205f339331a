import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isJsonObject, ownMember } from '../core/json.ts';
import { toJsonPointer, type JsonPath } from '../core/paths.ts';
import { configError } from './codes.ts';
import type { ProcessEnv } from './env.ts';
import type { ConfigSource } from './source.ts';

/** A flag and an environment variable that override an option of the file. */
export interface Override {
  /** The names of the option, from the top level. */
  readonly option: readonly string[];
  /** The flag as its help shows it. */
  readonly flag: string;
  /** The environment variable; an empty one counts as not set. */
  readonly env?: string;
  /** How the text of the flag is converted to the value of the option. */
  readonly as: 'text' | 'path' | 'globs' | 'headers' | 'on' | 'off';
  /** The help of the flag, if it is not that of the option. */
  readonly help?: string;
  /** Whether the flag applies only to serving. */
  readonly serving?: boolean;
}

/** Flags override environment variables, which override the file. */
export const overrides: readonly Override[] = [
  { option: ['endpoint'], flag: '--endpoint <url>', env: 'GRAPHQL_MCP_ENDPOINT', as: 'text' },
  { option: ['schema'], flag: '--schema <glob>', env: 'GRAPHQL_MCP_SCHEMA', as: 'globs' },
  {
    option: ['operations'],
    flag: '--operations <glob>',
    env: 'GRAPHQL_MCP_OPERATIONS',
    as: 'globs',
  },
  { option: ['headers'], flag: '--header <name:value>', as: 'headers' },
  { option: ['http', 'caFile'], flag: '--ca-file <file>', as: 'path' },
  { option: ['profile'], flag: '--profile <name>', env: 'GRAPHQL_MCP_PROFILE', as: 'text' },
  { option: ['strict'], flag: '--strict', env: 'GRAPHQL_MCP_STRICT', as: 'on' },
  {
    option: ['logLevel'],
    flag: '--log-level <level>',
    env: 'GRAPHQL_MCP_LOG_LEVEL',
    as: 'text',
    serving: true,
  },
  {
    option: ['server', 'host'],
    flag: '--host <address>',
    env: 'GRAPHQL_MCP_HOST',
    as: 'text',
    serving: true,
  },
  {
    option: ['server', 'port'],
    flag: '--port <number>',
    env: 'GRAPHQL_MCP_PORT',
    as: 'text',
    serving: true,
  },
  {
    option: ['server', 'workers'],
    flag: '--workers <number>',
    env: 'GRAPHQL_MCP_WORKERS',
    as: 'text',
    serving: true,
  },
  {
    option: ['server', 'watch'],
    flag: '--no-watch',
    as: 'off',
    help: 'Do not watch and reload sources.',
    serving: true,
  },
  { option: ['locked'], flag: '--locked', env: 'GRAPHQL_MCP_LOCKED', as: 'on', serving: true },
];

/** The environment variable that names the configuration file, like `--config`. */
export const configVariable = 'GRAPHQL_MCP_CONFIG';

/** Flags of the command line: the texts of each flag, by its long name. */
export type Flags = ReadonlyMap<string, readonly string[]>;

/** Returns the long name of an override's flag: `--endpoint`. */
export function flagNameOf({ flag }: Override): string {
  return flag.split(' ')[0] ?? flag;
}

/** A value that overrides the file, and the flag or variable that it comes from. */
export interface Setting {
  readonly path: JsonPath;
  readonly value: unknown;
  readonly label: string;
}

/** The folders that paths are relative to. */
export interface Folders {
  /** The folder that the gateway was started in, for paths in flags and variables. */
  readonly current: string;
  /** The folder of the configuration, for paths in it. */
  readonly base: string;
}

/**
 * Reads the settings of environment variables and flags, in the order of precedence.
 *
 * @param ignore options of the top level that variables do not override.
 */
export function readSettings(
  flags: Flags,
  env: ProcessEnv,
  folders: Folders,
  ignore: readonly string[] = [],
): readonly Setting[] {
  const fromEnv = overrides.flatMap((override) => {
    if (ignore.includes(override.option[0] ?? '')) return [];
    const value = override.env && env[override.env];
    return value ? settingsOf(override, [value], override.env ?? '', folders) : [];
  });
  const fromFlags = overrides.flatMap((override) => {
    const label = flagNameOf(override);
    const values = flags.get(label);
    return values ? settingsOf(override, values, label, folders) : [];
  });
  return [...fromEnv, ...fromFlags];
}

function settingsOf(
  { option, as }: Override,
  values: readonly string[],
  label: string,
  folders: Folders,
): readonly Setting[] {
  switch (as) {
    case 'globs':
      return [{ path: option, value: values.map((glob) => rebase(glob, folders)), label }];
    case 'path':
      return [{ path: option, value: rebase(values.at(-1) ?? '', folders), label }];
    case 'headers':
      return values.map((header) => {
        const [name, value] = splitHeader(header);
        return { path: [...option, name], value, label };
      });
    case 'on':
      return [{ path: option, value: values.at(-1) || 'true', label }];
    case 'off':
      return [{ path: option, value: 'false', label }];
    case 'text':
      return [{ path: option, value: values.at(-1), label }];
  }
}

/** Splits `Name: value`. Errors do not repeat the text, which may be a secret. */
export function splitHeader(header: string): readonly [name: string, value: string] {
  const colon = header.indexOf(':');
  if (colon < 0) {
    const hint = 'Write it like --header "authorization: Bearer …".';
    const message = 'A --header has no colon between its name and its value.';
    throw configError('CONFIG_WRONG_VALUE', message, { hint });
  }
  return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()];
}

/** Converts a path or glob relative to the current folder to one relative to the configuration. */
function rebase(glob: string, { current, base }: Folders): string {
  if (glob.startsWith('!')) return `!${rebase(glob.slice(1), { current, base })}`;
  if (current === base || isAbsolute(glob)) return glob;
  return relative(base, resolve(current, glob)).split(sep).join('/');
}

/** Overrides parts of a configuration; messages name the flag or variable that set a part. */
export function applySettings(source: ConfigSource, settings: readonly Setting[]): ConfigSource {
  const labels = new Map(settings.map(({ path, label }) => [toJsonPointer(path), label]));

  function labelOf(path: JsonPath): string | undefined {
    for (let length = path.length; length > 0; length--) {
      const label = labels.get(toJsonPointer(path.slice(0, length)));
      if (label !== undefined) return label;
    }
    if (hasPart(source.value, path)) return undefined;
    // an object that is not in the file was created for the settings in it
    const prefix = `${toJsonPointer(path)}/`;
    return settings.find((setting) => toJsonPointer(setting.path).startsWith(prefix))?.label;
  }

  return {
    ...source,
    value: settings.reduce((config, { path, value }) => setPart(config, path, value), source.value),
    locate: (path, part) => {
      const label = labelOf(path);
      return label === undefined ? source.locate(path, part) : { label };
    },
    isText: (path) => labelOf(path) !== undefined || source.isText(path),
  };
}

function setPart(parent: unknown, [name, ...rest]: JsonPath, value: unknown): unknown {
  if (name === undefined) return value;
  // validation reports a text or list where an object is required
  if (parent !== undefined && parent !== null && !isJsonObject(parent)) return parent;
  const members = Object.entries(parent ?? {});
  const previous: unknown = members.find(([key]) => key === name)?.[1];
  const others = members.filter(([key]) => key !== name);
  return Object.fromEntries([...others, [name, setPart(previous, rest, value)]]);
}

function hasPart(parent: unknown, [name, ...rest]: JsonPath): boolean {
  if (name === undefined) return true;
  if (typeof parent !== 'object' || parent === null) return false;
  return Object.hasOwn(parent, name) && hasPart(ownMember(parent, String(name)), rest);
}
