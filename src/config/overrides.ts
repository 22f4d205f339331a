import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isJsonObject, ownMember } from '../core/json.ts';
import { configError } from './config-codes.ts';
import { pointerOf, type ConfigPath, type ConfigSource } from './config-source.ts';
import type { Environment } from './expand-env.ts';

/** An option that a flag or an environment variable sets, over what the file says. */
export interface Override {
  /** The option's names, from the top level down. */
  readonly option: readonly string[];
  /** The flag as its help shows it. */
  readonly flag: string;
  /** The environment variable, where there is one; an empty one counts as not set. */
  readonly env?: string;
  /** How the flag's text becomes the option's value. */
  readonly as: 'text' | 'path' | 'globs' | 'headers' | 'on' | 'off';
  /** Whether the flag makes sense only where the gateway is served. */
  readonly serving?: boolean;
}

/** Flags win over environment variables, and those over the file. */
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
  { option: ['server', 'watch'], flag: '--no-watch', as: 'off', serving: true },
  { option: ['locked'], flag: '--locked', env: 'GRAPHQL_MCP_LOCKED', as: 'on', serving: true },
];

/** The environment variable that names the configuration file, like `--config`. */
export const configVariable = 'GRAPHQL_MCP_CONFIG';

/** What was said on the command line: the texts of each flag that was given, by its long name. */
export type GivenFlags = ReadonlyMap<string, readonly string[]>;

/** The long name of an override's flag: `--endpoint`. */
export function flagNameOf({ flag }: Override): string {
  return flag.split(' ')[0] ?? flag;
}

/** A value that replaces what the file says, and what it came from. */
export interface Setting {
  readonly path: ConfigPath;
  readonly value: unknown;
  readonly label: string;
}

/** The folders that paths are relative to. */
export interface Folders {
  /** Where the gateway was started: paths in flags and variables. */
  readonly current: string;
  /** Where the configuration is: paths in it. */
  readonly base: string;
}

/**
 * Reads the settings of environment variables and flags, those that win last.
 *
 * @param ignore options of the top level that variables do not set.
 */
export function readSettings(
  flags: GivenFlags,
  env: Environment,
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

/** Splits `Name: value`. Without a colon it is refused, but not repeated: it may be a secret. */
export function splitHeader(header: string): readonly [name: string, value: string] {
  const colon = header.indexOf(':');
  if (colon < 0) {
    throw configError(
      'CONFIG_WRONG_VALUE',
      'A --header has no colon, which parts its name from its value.',
      'Write it like --header "authorization: Bearer …".',
    );
  }
  return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()];
}

/** Writes a path or glob relative to the current folder as one relative to the configuration's. */
function rebase(glob: string, { current, base }: Folders): string {
  if (glob.startsWith('!')) return `!${rebase(glob.slice(1), { current, base })}`;
  if (current === base || isAbsolute(glob)) return glob;
  return relative(base, resolve(current, glob)).split(sep).join('/');
}

/** Puts settings over a configuration; the parts they set are called by what set them. */
export function applySettings(source: ConfigSource, settings: readonly Setting[]): ConfigSource {
  const labels = new Map(settings.map(({ path, label }) => [pointerOf(path), label]));

  function labelOf(path: ConfigPath): string | undefined {
    for (let length = path.length; length > 0; length--) {
      const label = labels.get(pointerOf(path.slice(0, length)));
      if (label !== undefined) return label;
    }
    if (hasPart(source.value, path)) return undefined;
    // an object that stands in no file was made for the settings in it
    const inside = `${pointerOf(path)}/`;
    return settings.find((setting) => pointerOf(setting.path).startsWith(inside))?.label;
  }

  return {
    ...source,
    value: settings.reduce((whole, { path, value }) => setPart(whole, path, value), source.value),
    locate: (path, part) => {
      const label = labelOf(path);
      return label === undefined ? source.locate(path, part) : { label };
    },
    isText: (path) => labelOf(path) !== undefined || source.isText(path),
  };
}

function setPart(whole: unknown, path: ConfigPath, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  // a text or list where an object belongs stays, to be refused for what it is
  if (whole !== undefined && whole !== null && !isJsonObject(whole)) return whole;
  const members = Object.entries(whole ?? {});
  const before: unknown = members.find(([key]) => key === name)?.[1];
  const others = members.filter(([key]) => key !== name);
  return Object.fromEntries([...others, [name, setPart(before, rest, value)]]);
}

function hasPart(whole: unknown, [name, ...rest]: ConfigPath): boolean {
  if (name === undefined) return true;
  if (typeof whole !== 'object' || whole === null) return false;
  return Object.hasOwn(whole, name) && hasPart(ownMember(whole, String(name)), rest);
}
