import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { sha256Hex } from '../../core/text.ts';
import { isJsonObject, ownMember } from '../../core/json.ts';
import type { HttpClient } from '../../http/client.ts';
import { sourceFileAt, type SourceFile, type SourceFolders } from '../files/find-files.ts';
import { realPathOf } from '../files/paths.ts';
import { readJson } from '../files/read-file.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import type { LoadedSchema } from '../sdl/load-schema.ts';
import { introspect, type IntrospectRequest } from './introspect.ts';
import { schemaOfIntrospection } from './result.ts';

/** A schema that was introspected, now or earlier. */
export interface EndpointSchema extends LoadedSchema {
  /** `cache`: the copy on disk; `kept`: the result of an earlier introspection. */
  readonly origin: 'endpoint' | 'cache' | 'kept';
  /** Warnings about its origin. */
  readonly notes: readonly Diagnostic[];
}

export interface EndpointContext {
  readonly folders: SourceFolders;
  /** A client with the proxy and the certificates of the upstream. */
  readonly client?: HttpClient | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Overrides of waits and time limits. */
  readonly timing?: Pick<IntrospectRequest, 'backoffMs' | 'requestMs' | 'deadlineMs'> | undefined;
}

/**
 * Introspects the endpoint of an upstream. If that fails, the schema in use is kept, or at a start the
 * last valid copy on disk is used, with a warning. Without either, there is no schema.
 */
export async function loadEndpointSchema(
  upstream: ResolvedUpstream,
  endpoint: string,
  context: EndpointContext,
  earlier?: EndpointSchema,
): Promise<EndpointSchema> {
  const { cacheFile } = upstream.introspection;
  const file = cacheFile === undefined ? undefined : sourceFileAt(cacheFile, context.folders);
  const fresh = await introspect(requestOf(upstream, endpoint, context));
  const made = fresh.ok ? makeSchema(fresh.json, 'endpoint', earlier) : undefined;
  if (fresh.ok && made?.result.ok) {
    const notes = file ? await writeSchemaCache(file, endpoint, fresh.json) : [];
    return { ...made, notes };
  }
  const reason = fresh.ok ? made?.result.diagnostics[0] : fresh.problem;
  if (earlier?.result.ok) return keep(earlier, reason);
  return fromCache(file, endpoint, reason);
}

function requestOf(
  { headers, introspection, http }: ResolvedUpstream,
  endpoint: string,
  { client, signal, timing }: EndpointContext,
): IntrospectRequest {
  return {
    endpoint,
    headers: new Map([...headers, ...introspection.headers]),
    attempts: http.attempts,
    client,
    ...(signal && { signal }),
    ...timing,
  };
}

/** Builds a schema, or returns the earlier one if the introspection result is the same. */
function makeSchema(
  json: unknown,
  origin: EndpointSchema['origin'],
  earlier?: EndpointSchema,
): EndpointSchema {
  const hash = createHash('sha256').update(JSON.stringify(json)).digest('hex');
  const same = earlier?.result.ok && earlier.sources[0] === hash;
  const result = same ? earlier.result : schemaOfIntrospection(json);
  return { result, sources: [hash], origin, notes: [] };
}

function keep(earlier: EndpointSchema, reason: Diagnostic | undefined): EndpointSchema {
  const note = loadDiagnostic(
    'SCHEMA_REFRESH_FAILED',
    `The schema could not be refreshed and stays unchanged: ${reason?.message ?? ''}`,
    { hint: reason?.hint ?? '' },
  );
  return { ...earlier, origin: 'kept', notes: [note] };
}

async function fromCache(
  file: SourceFile | undefined,
  endpoint: string,
  reason: Diagnostic | undefined,
): Promise<EndpointSchema> {
  const cached = file ? await readSchemaCache(file, endpoint) : {};
  const copy = cached.json === undefined ? undefined : makeSchema(cached.json, 'cache');
  if (copy?.result.ok) {
    const note = loadDiagnostic(
      'SCHEMA_FROM_CACHE',
      `The cached copy of the schema is used: ${reason?.message ?? ''}`,
      { hint: reason?.hint ?? '', place: file && { file: file.displayPath, line: 1, column: 1 } },
    );
    return { ...copy, notes: [note] };
  }
  const problems = [reason, cached.problem, copy?.result.diagnostics[0]];
  const diagnostics = problems.filter((problem) => problem !== undefined);
  return { result: { ok: false, diagnostics }, sources: [], origin: 'endpoint', notes: [] };
}

/** The cached introspection result of an endpoint; empty if there is none. */
interface CachedIntrospection {
  readonly json?: unknown;
  readonly problem?: Diagnostic;
}

/**
 * Reads the last valid introspection result of an endpoint.
 *
 * The file is an introspection result with a hash of the endpoint, which prevents the use of another
 * endpoint's schema without writing addresses to files.
 */
async function readSchemaCache(file: SourceFile, endpoint: string): Promise<CachedIntrospection> {
  const result = await readJson(file);
  if (!result.ok) {
    const isAbsent =
      result.problem.code === 'FILE_UNREADABLE' && /ENOENT/.test(result.problem.message);
    return isAbsent ? {} : { problem: unreadable(file, result.problem.message) };
  }
  const json = result.value;
  const hash = isJsonObject(json) ? ownMember(json, 'endpoint') : undefined;
  if (hash !== sha256Hex(endpoint)) {
    return { problem: unreadable(file, 'It is not a copy of the schema of this endpoint.') };
  }
  return { json };
}

/**
 * Writes an introspection result to the cache, atomically by renaming a temporary file. Failure is a
 * warning.
 */
async function writeSchemaCache(
  file: SourceFile,
  endpoint: string,
  json: unknown,
): Promise<readonly Diagnostic[]> {
  const data = isJsonObject(json) ? ownMember(json, 'data') : undefined;
  const text = `${JSON.stringify({ endpoint: sha256Hex(endpoint), data })}\n`;
  // a link stays: the file that it leads to is replaced
  const path = await realPathOf(file.path);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const cached = await readJson(file);
    if (cached.ok && cached.text === text) return [];
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, path);
    return [];
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    return [unwritable(file, (error as NodeJS.ErrnoException).code ?? 'unknown')];
  }
}

function unreadable({ displayPath }: SourceFile, reason: string): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_CACHE_UNREADABLE',
    `The cached copy of the schema cannot be used: ${reason}`,
    { place: { file: displayPath, line: 1, column: 1 } },
  );
}

function unwritable({ displayPath }: SourceFile, code: string): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_CACHE_UNWRITABLE',
    `The copy of the schema cannot be written (${code}); without it, the gateway cannot start during an outage of the API.`,
    { place: { file: displayPath, line: 1, column: 1 } },
  );
}
