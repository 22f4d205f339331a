import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Place } from '../core/diagnostic.ts';
import { formatPath, type JsonPath } from '../core/paths.ts';
import { listAlternatives } from '../core/text.ts';
import { readYaml } from '../core/yaml.ts';
import { configError } from './codes.ts';

/** A configuration before validation, with the origin of each of its parts. */
export interface ConfigSource {
  readonly value: unknown;
  /** Locates the part at a path: its key (`server:`) or its value. */
  readonly locate: (path: JsonPath, part: 'key' | 'value') => ConfigLocation;
  /**
   * Whether the part is text from the environment or the command line, which is converted to a
   * number or a boolean if the option requires one.
   */
  readonly isText: (path: JsonPath) => boolean;
  /** Whether the part contains the value of an environment variable, which messages never show. */
  readonly isHidden: (path: JsonPath) => boolean;
}

/** The name of a part of a configuration in messages, and its place in the file. */
interface ConfigLocation {
  /** `server.port` of a file, or the flag or environment variable that set the value. */
  readonly label: string;
  readonly place?: Place;
}

/**
 * Locates an option in the file, or the part of it at a path; undefined if the file does not set
 * it. The path starts at the upstream if one is named.
 */
export type PlaceOfOption = (path: JsonPath, upstream?: string) => Place | undefined;

/** Creates the source of options passed as an object: parts have a path, but no place. */
export function sourceOfOptions(value: unknown): ConfigSource {
  return {
    value,
    locate: (path) => ({ label: formatPath(path) }),
    isText: () => false,
    isHidden: () => false,
  };
}

/** Names of the configuration file, one of which a folder may have. */
export const configFileNames = ['gateway.yaml', 'gateway.yml', 'gateway.json'] as const;

/** `gateway.yaml, gateway.yml or gateway.json`. */
export const configFileList = listAlternatives(configFileNames);

/**
 * Finds the configuration file: the requested one, or the one in the folder.
 *
 * @param requested a file, or a folder that has a configuration file.
 * @returns an absolute path, or undefined if none was requested and the folder has none.
 */
export async function findConfig(folder: string, requested?: string): Promise<string | undefined> {
  if (requested === undefined) return await findInFolder(folder);
  const path = resolve(folder, requested);
  const kind = await kindOf(path);
  if (kind === 'file') return path;
  const file = kind === 'folder' ? await findInFolder(path) : undefined;
  if (file !== undefined) return file;
  throw configError(
    'CONFIG_NOT_FOUND',
    kind === 'folder'
      ? `The folder ${requested} has no ${configFileList}.`
      : `The configuration file ${requested} does not exist.`,
  );
}

async function findInFolder(folder: string): Promise<string | undefined> {
  const kinds = await Promise.all(configFileNames.map((name) => kindOf(join(folder, name))));
  const files = configFileNames.filter((_, index) => kinds[index] === 'file');
  // choosing one of two could serve the wrong tools
  if (files.length > 1) {
    const message = `The folder has more than one configuration file: ${files.join(', ')}.`;
    throw configError('CONFIG_AMBIGUOUS', message);
  }
  return files[0] && join(folder, files[0]);
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

/**
 * Reads a configuration file, YAML or JSON.
 *
 * @param folder the folder that the gateway was started in; places are relative to it.
 */
export async function readConfig(path: string, folder: string): Promise<ConfigSource> {
  const file = relative(folder, path).split(sep).join('/');
  const place = { file, line: 1, column: 1 };
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    const message = `The configuration cannot be read: ${code}.`;
    throw configError('CONFIG_UNREADABLE', message, { place, cause });
  }
  // UTF-16, which editors on Windows write, contains null bytes
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw configError('CONFIG_ENCODING', 'The file is not UTF-8 text.', { place });
  }
  return parseConfig(bytes.toString('utf8'), file);
}

/** Parses the text of a configuration; an empty file is an object without members. */
export function parseConfig(text: string, file: string): ConfigSource {
  const yaml = readYaml(text, file);
  if (!yaml.ok) {
    const { isRepeatedKey, message, hint, place } = yaml;
    const code = isRepeatedKey ? 'CONFIG_REPEATED_KEY' : 'CONFIG_SYNTAX';
    throw configError(code, message, { hint, place });
  }
  return {
    ...sourceOfOptions(yaml.value ?? {}),
    locate: (path, part) => ({ label: formatPath(path), place: yaml.placeOf(path, part) }),
  };
}
