import { createHash } from 'node:crypto';
import type { ResolvedUpstream } from '../../config/resolve-upstream.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { finding } from '../finding.ts';
import { introspect, type IntrospectRequest } from './introspect.ts';
import { schemaOfIntrospection } from './result.ts';
import type { HttpClient } from '../../http/client.ts';
import type { LoadedSchema } from '../load-schema.ts';
import { readSchemaCache, writeSchemaCache } from './schema-cache.ts';
import { sourceFileAt, type SourceFile, type SourceFolders } from '../source-file.ts';

/** A schema that was introspected, now or some time ago. */
export interface EndpointSchema extends LoadedSchema {
  /** `cache` for the copy on disk, `kept` for the schema of an earlier introspection. */
  readonly origin: 'endpoint' | 'cache' | 'kept';
  /** Warnings about how it was come by. */
  readonly notes: readonly Diagnostic[];
}

/** What introspection needs beside the upstream. */
export interface EndpointContext {
  readonly folders: SourceFolders;
  /** A client with the proxy and the certificates of the upstream. */
  readonly client?: HttpClient | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Waits and deadlines, where the defaults do not suit. */
  readonly timing?: Pick<IntrospectRequest, 'backoffMs' | 'requestMs' | 'deadlineMs'> | undefined;
}

/**
 * Introspects the endpoint of an upstream. When it fails, the schema in use is kept; at a start, the
 * last good copy on disk is used. Either is a warning. Only without both is there no schema.
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

/** Makes a schema, or hands out the earlier one when the result is the same. */
function makeSchema(
  json: unknown,
  origin: EndpointSchema['origin'],
  earlier?: EndpointSchema,
): EndpointSchema {
  const hash = createHash('sha256').update(JSON.stringify(json)).digest('hex');
  const same = earlier?.result.ok && earlier.madeOf[0] === hash;
  const result = same ? earlier.result : schemaOfIntrospection(json);
  return { result, madeOf: [hash], origin, notes: [] };
}

function keep(earlier: EndpointSchema, reason: Diagnostic | undefined): EndpointSchema {
  const note = finding(
    'warning',
    'SCHEMA_REFRESH_FAILED',
    `The schema could not be refreshed, and stays as it is: ${reason?.message ?? ''}`,
    reason?.hint ?? '',
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
    const note = finding(
      'warning',
      'SCHEMA_FROM_CACHE',
      `The last good copy of the schema is used: ${reason?.message ?? ''}`,
      reason?.hint ?? '',
      { place: file && { file: file.shown, line: 1, column: 1 } },
    );
    return { ...copy, notes: [note] };
  }
  const problems = [reason, cached.problem, copy?.result.diagnostics[0]];
  const diagnostics = problems.filter((problem) => problem !== undefined);
  return { result: { ok: false, diagnostics }, madeOf: [], origin: 'endpoint', notes: [] };
}
