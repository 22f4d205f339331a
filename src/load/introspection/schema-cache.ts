import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { sha256Hex } from '../../core/hash.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import { finding } from '../finding.ts';
import { readJson } from '../read-json.ts';
import type { SourceFile } from '../source-file.ts';

/** The kept copy of an endpoint's schema; neither when there is none. */
export interface CachedIntrospection {
  /** The introspection result. */
  readonly json?: unknown;
  readonly problem?: Diagnostic;
}

/**
 * Reads the last good introspection result of an endpoint.
 *
 * The file is an introspection result like any other, with a hash of the endpoint beside it: a copy
 * of another endpoint's schema is no copy, and addresses do not belong in files.
 */
export async function readSchemaCache(
  file: SourceFile,
  endpoint: string,
): Promise<CachedIntrospection> {
  const result = await readJson(file);
  if (!result.ok) {
    // there is none yet, which is no news
    const absent =
      result.problem.code === 'FILE_UNREADABLE' && /ENOENT/.test(result.problem.message);
    return absent ? {} : { problem: unreadable(file, result.problem.message) };
  }
  const json = result.value;
  const kept = isJsonObject(json) ? ownMember(json, 'endpoint') : undefined;
  if (kept !== sha256Hex(endpoint)) {
    return { problem: unreadable(file, 'It is not a copy of the schema of this endpoint.') };
  }
  return { json };
}

/**
 * Keeps an introspection result: written aside and renamed, so that a crash leaves the old copy or
 * the new one. A copy that cannot be written is a warning.
 */
export async function writeSchemaCache(
  file: SourceFile,
  endpoint: string,
  json: unknown,
): Promise<readonly Diagnostic[]> {
  const data = isJsonObject(json) ? ownMember(json, 'data') : undefined;
  const text = `${JSON.stringify({ endpoint: sha256Hex(endpoint), data })}\n`;
  const aside = `${file.path}.${process.pid}.tmp`;
  try {
    const kept = await readJson(file);
    if (kept.ok && kept.text === text) return [];
    await mkdir(dirname(file.path), { recursive: true });
    await writeFile(aside, text, { mode: 0o600 });
    await rename(aside, file.path);
    return [];
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    return [unwritable(file, (error as NodeJS.ErrnoException).code ?? 'unknown')];
  }
}

function unreadable({ shown }: SourceFile, reason: string): Diagnostic {
  return finding(
    'warning',
    'SCHEMA_CACHE_UNREADABLE',
    `The kept copy of the schema cannot be used: ${reason}`,
    'Remove the file; it is written anew as soon as the endpoint answers.',
    { place: { file: shown, line: 1, column: 1 } },
  );
}

function unwritable({ shown }: SourceFile, code: string): Diagnostic {
  return finding(
    'warning',
    'SCHEMA_CACHE_UNWRITABLE',
    `A copy of the schema cannot be kept (${code}): without it, no start survives an outage of the API.`,
    'Make the folder writable, or choose another by `introspection.cacheFile`.',
    { place: { file: shown, line: 1, column: 1 } },
  );
}
