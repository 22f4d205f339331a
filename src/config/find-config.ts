import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { configError } from './config-codes.ts';

/** Names of the configuration file, one of which a folder may have. */
export const configFileNames = ['gateway.yaml', 'gateway.yml', 'gateway.json'] as const;

/**
 * Finds the configuration file: the one asked for, or the one in the folder.
 *
 * `asked` may name a file, or a folder that has a configuration file. Answers an absolute path, or
 * undefined when nothing was asked for and the folder has none.
 */
export async function findConfig(folder: string, asked?: string): Promise<string | undefined> {
  if (asked === undefined) return await findInFolder(folder);
  const path = resolve(folder, asked);
  const kind = await kindOf(path);
  if (kind === 'file') return path;
  const found = kind === 'folder' ? await findInFolder(path) : undefined;
  if (found !== undefined) return found;
  throw configError(
    'CONFIG_NOT_FOUND',
    kind === 'folder'
      ? `The folder ${asked} has no ${listNames()}.`
      : `There is no configuration file ${asked}.`,
    'Check the path given as --config or in GRAPHQL_MCP_CONFIG.',
  );
}

async function findInFolder(folder: string): Promise<string | undefined> {
  const kinds = await Promise.all(configFileNames.map((name) => kindOf(join(folder, name))));
  const found = configFileNames.filter((_, index) => kinds[index] === 'file');
  // which of two was meant is a guess, and a wrong guess serves the wrong tools
  if (found.length > 1) {
    throw configError(
      'CONFIG_AMBIGUOUS',
      `The folder has more than one configuration file: ${found.join(', ')}.`,
      'Keep one, or name one with --config.',
    );
  }
  return found[0] && join(folder, found[0]);
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

/** `gateway.yaml, gateway.yml or gateway.json`, for messages. */
export function listNames(): string {
  return `${configFileNames.slice(0, -1).join(', ')} or ${configFileNames.at(-1)}`;
}
