import { readFile, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { configError } from './config-codes.ts';
import type { ConfigSource } from './config-source.ts';
import { decodeConfig } from './decode-config.ts';
import { parseConfig } from './parse-config.ts';

/** Bytes of a configuration file; real ones have a few hundred. */
const maxConfigBytes = 1_048_576;

/**
 * Reads a configuration file, YAML or JSON.
 *
 * Places in it are named relative to `folder`, the one the gateway was started in.
 */
export async function readConfig(path: string, folder: string): Promise<ConfigSource> {
  const file = relative(folder, path).split(sep).join('/');
  const place = { file, line: 1, column: 1 };
  try {
    const { size } = await stat(path);
    if (size > maxConfigBytes) {
      throw configError(
        'CONFIG_TOO_LARGE',
        `The configuration has ${size} bytes; at most ${maxConfigBytes} are read.`,
        'Check that this is a configuration file; move operations and schemas to files of their own.',
        { place },
      );
    }
    return parseConfig(decodeConfig(await readFile(path), file), file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw configError(
      'CONFIG_UNREADABLE',
      `The configuration cannot be read: ${error.code}.`,
      'Check that the file exists and that you may read it.',
      { place, cause: error },
    );
  }
}

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
