import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { onlyUpstream } from '../../config/resolve-upstream.ts';
import { gatewayError, type GatewayError } from '../../core/diagnostic.ts';
import { isJsonObject, nestsDeeperThan } from '../../core/json.ts';
import { cutText, plainText } from '../../core/text.ts';
import { checkCodes, type CheckCode } from './check-codes.ts';
import { createContractSchemas, DanglingReference } from './contract-schemas.ts';
import {
  lockSchema,
  type LockedInternals,
  type LockedSchema,
  type LockedTool,
  type LockFile,
} from './lock-format.ts';
import { lockVersion } from './lock.ts';
import { lockSchemaV1, surfaceOfLockV1, type LockFileV1 } from './read-lock-v1.ts';
import type { Surface, SurfaceTool, ToolInternals, UsedSchema } from './surface.ts';

/**
 * Reads the text of a lock file, of version 1 or 2.
 *
 * Throws a `GatewayError` with the file, and the line if there is one: `LOCK_CONFLICT` for merge conflict
 * marks, `LOCK_INVALID` for a file that is no lock, `LOCK_VERSION` for another version.
 *
 * @param file the file's name, for messages.
 */
export function readLock(written: string, file: string): Surface {
  // editors on Windows write a byte order mark, which JSON.parse rejects
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  const lock = parseJson(text, file);
  if (nestsDeeperThan(lock, maxNesting)) {
    throw invalid(`It nests more than ${maxNesting} levels deep`, file);
  }
  const version = isJsonObject(lock) ? lock['lockVersion'] : undefined;
  if (version === 1) {
    return surfaceOfLockV1(validated<LockFileV1>(lock, lockSchemaV1, file), internalsOf);
  }
  if (isJsonObject(lock) && version !== lockVersion) {
    const found = cutText(JSON.stringify(version ?? null), 40);
    const message = `The lock file has format version ${found}; this gateway reads 1 and ${lockVersion}.`;
    throw lockError('LOCK_VERSION', message, file);
  }
  const read = validated<LockFile>(lock, lockSchema, file);
  const used = new Map(
    Object.entries(read.schemas).map(([name, one]) => [name, usedSchemaOf(one)]),
  );
  const surface = surfaceOfLock(read, used);
  for (const tool of surface.tools.values()) checkReferences(surface, tool, file);
  return surface;
}

/** A merge may leave a contract that refers to what the other side removed. */
function checkReferences(surface: Surface, tool: SurfaceTool, file: string): void {
  try {
    if (createContractSchemas(surface)(tool)) return;
    throw new DanglingReference('refers to an upstream that has no schema');
  } catch (error) {
    if (!(error instanceof DanglingReference)) throw error;
    throw invalid(`/tools/${tool.name} ${error.message}`, file);
  }
}

/** Levels of JSON; the deepest results that the gateway compiles nest a tenth of that. */
const maxNesting = 1_500;

function usedSchemaOf(locked: LockedSchema): UsedSchema {
  return { coordinates: [], inputs: {}, leafTypes: {}, selections: {}, ...locked };
}

function surfaceOfLock(
  { tools, gateway, profile, tokens }: LockFile,
  schemas: Surface['schemas'],
): Surface {
  return {
    tools: new Map(Object.entries(tools).map(([name, tool]) => [name, toolOf(name, tool)])),
    gateway,
    ...(profile && { profile }),
    ...(tokens !== undefined && { tokens }),
    schemas,
  };
}

function toolOf(name: string, tool: LockedTool): SurfaceTool {
  const { title, description, annotations, input, output } = tool;
  const contract = { input, ...(output && { output }) };
  const internal = { ...internalsOf(tool), calls: tool.calls ?? {} };
  return { name, title, description, annotations, contract, internal };
}

function internalsOf(tool: LockedInternals): ToolInternals {
  return {
    kind: tool.kind,
    operation: tool.operation,
    operationHash: tool.operationHash,
    ...(tool.rootFields && { rootFields: tool.rootFields }),
    upstream: tool.upstream ?? onlyUpstream,
    partialResults: tool.partialResults ?? 'REJECT',
    scopes: tool.scopes ?? [],
    hidden: tool.hidden ?? false,
    bound: tool.bound ?? [],
  };
}

/** No line of JSON can be a conflict mark, so marks are looked for if the text is not JSON. */
function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const conflict = text.search(/^(<{7}|={7}$|>{7})/m);
    if (conflict >= 0) {
      const line = text.slice(0, conflict).split('\n').length;
      throw lockError('LOCK_CONFLICT', 'The lock file has merge conflict marks.', file, line);
    }
    const reason = plainText(error instanceof Error ? error.message : String(error));
    throw lockError('LOCK_INVALID', `The lock file is not JSON: ${reason}.`, file);
  }
}

function validated<Lock>(lock: unknown, schema: AnySchemaObject, file: string): Lock {
  const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false });
  const validate = ajv.compile(schema);
  if (validate(lock)) return lock as Lock;
  const [error] = validate.errors ?? [];
  const path = error?.instancePath ?? '';
  throw invalid(`${path === '' ? 'It' : path} ${error?.message}`, file);
}

/** The reason may quote names, which may be of any length and have hidden characters. */
function invalid(reason: string, file: string): GatewayError {
  return lockError('LOCK_INVALID', `Invalid lock file: ${cutText(plainText(reason), 300)}.`, file);
}

function lockError(code: CheckCode, message: string, file: string, line = 1): GatewayError {
  const oneLine = message.replaceAll(/\s+/g, ' ');
  return gatewayError(code, oneLine, checkCodes[code].advice, { place: { file, line, column: 1 } });
}
