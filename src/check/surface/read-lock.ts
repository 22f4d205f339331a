import { Ajv2020 } from 'ajv/dist/2020.js';
import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { gatewayError, type GatewayError } from '../../core/diagnostic.ts';
import { sha256Hex } from '../../core/hash.ts';
import { cutText, plainText } from '../../core/text.ts';
import { isJsonObject } from '../../core/json.ts';
import { checkCodes, type CheckCode } from './check-codes.ts';
import type { LockFile, ToolEntry } from './lock-file.ts';
import { lockFault } from './lock-fault.ts';
import { lockSchema } from './lock-schema.ts';
import { lockVersion } from './lock.ts';
import { nestsDeeperThan } from '../schema/nests-deeper-than.ts';
import { maxSchemaNesting } from '../schema/schema-fault.ts';
import type { Surface, SurfaceTool } from './surface.ts';

/**
 * Reads the text of a lock file.
 *
 * Throws a `GatewayError` that names the file and the line where there is one: `LOCK_CONFLICT` for
 * the marks of a merge, `LOCK_INVALID` for what is no lock, `LOCK_VERSION` for another format.
 *
 * @param file the file's name, for messages.
 */
export function readLock(written: string, file: string): Surface {
  // editors on Windows write a byte order mark, which JSON.parse refuses
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  const lock = parseJson(text, file);
  if (nestsDeeperThan(lock, maxNesting)) {
    const message = `This is no lock file. It nests more than ${maxNesting} levels deep.`;
    throw lockError('LOCK_INVALID', message, file);
  }
  if (isJsonObject(lock) && lock['lockVersion'] !== lockVersion) {
    const version = cutText(JSON.stringify(lock['lockVersion'] ?? null), 40);
    const message = `The lock file has format version ${version}; this gateway reads ${lockVersion}.`;
    throw lockError('LOCK_VERSION', message, file);
  }
  checkShape(lock, file);
  const tools = Object.entries(lock.tools);
  for (const [name, entry] of tools) checkHash(name, entry, file, text);
  const fault = lockFault(lock);
  if (fault) {
    const message = `This is no lock file. Its ${shownPath(fault.path)} ${fault.problem}.`;
    throw lockError('LOCK_INVALID', message, file);
  }
  return {
    tools: new Map(tools.map(([name, entry]) => [name, toolOf(name, entry)])),
    gateway: lock.gateway,
    ...(lock.profile && { profile: lock.profile }),
    schemas: new Map(Object.entries(lock.schemas)),
  };
}

/** Levels of JSON: those of a schema, and the three that stand around it. */
const maxNesting = maxSchemaNesting + 3;

/** No line of JSON can be the mark of a conflict, so these are looked for where it is none. */
function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const conflict = text.search(/^(<{7}|={7}$|>{7})/m);
    if (conflict >= 0) {
      const line = lineAt(text, conflict);
      throw lockError('LOCK_CONFLICT', 'The lock file has merge conflict marks.', file, line);
    }
    const why = plainText(error instanceof Error ? error.message : String(error));
    throw lockError('LOCK_INVALID', `The lock file is not JSON: ${why}.`, file);
  }
}

function checkShape(lock: unknown, file: string): asserts lock is LockFile {
  const validate = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
  }).compile<LockFile>(lockSchema);
  if (validate(lock)) return;
  const [error] = validate.errors ?? [];
  const path = error?.instancePath ?? '';
  const where = path === '' ? 'It' : `Its ${shownPath(path)}`;
  throw lockError('LOCK_INVALID', `This is no lock file. ${where} ${error?.message}.`, file);
}

/** A text that was edited by hand would pass for reviewed output of the gateway. */
function checkHash(name: string, entry: ToolEntry, file: string, text: string): void {
  if (sha256Hex(entry.description) === entry.descriptionHash) return;
  const message = `The description of "${shownPath(name)}" does not match its hash: it was edited by hand.`;
  const line = lineAt(text, Math.max(0, text.indexOf(entry.descriptionHash)));
  throw lockError('LOCK_INVALID', message, file, line);
}

function toolOf(name: string, entry: ToolEntry): SurfaceTool {
  const { title, description, annotations, inputSchema, outputSchema } = entry;
  return {
    name,
    title,
    description,
    annotations,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    inside: {
      kind: entry.kind,
      operation: entry.operation,
      operationHash: entry.operationHash,
      upstream: entry.upstream ?? onlyUpstream,
      partialResults: entry.partialResults ?? 'REJECT',
      scopes: entry.scopes ?? [],
      hidden: entry.hidden ?? false,
      bound: entry.bound ?? [],
      argumentTypes: entry.argumentTypes ?? {},
    },
  };
}

/** A path holds names, which may be of any length. */
function shownPath(path: string): string {
  return cutText(plainText(path), 200);
}

/** The line, counted from 1, of an index into a text. */
function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function lockError(code: CheckCode, message: string, file: string, line = 1): GatewayError {
  // the text that is quoted may have line breaks
  const told = message.replaceAll(/\s+/g, ' ');
  return gatewayError(code, told, checkCodes[code].advice, { place: { file, line, column: 1 } });
}
