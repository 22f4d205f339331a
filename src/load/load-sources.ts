import type { GraphQLSchema } from 'graphql';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { type Diagnostic, GatewayError, type Place } from '../core/diagnostic.ts';
import { createDocumentReader, type DocumentReader } from './files/document-reader.ts';
import {
  loadEndpointSchema,
  type EndpointContext,
  type EndpointSchema,
} from './introspection/endpoint-schema.ts';
import { loadDiagnostic } from './model/diagnostics.ts';
import { createLoadCache, type LoadCache } from './operations/cache.ts';
import {
  inlineOperations,
  loadOperations,
  type OperationFile,
} from './operations/load-operations.ts';
import { loadManifests } from './operations/manifests.ts';
import type { Sources } from './operations/operation-sources.ts';
import { loadSchema } from './sdl/load-schema.ts';

/** The context of reading sources. */
export interface LoadContext extends EndpointContext {
  /**
   * The cache of earlier loads of the same upstream; unchanged parts are the same objects again.
   */
  readonly cache?: LoadCache;
  /** A schema passed by code; by default it is read from the upstream's sources. */
  readonly schema?: GraphQLSchema | undefined;
  /**
   * Returns the place of an item of an option (such as the first of `operations`) in the
   * configuration.
   */
  readonly placeOf?: (option: string, index: number) => Place | undefined;
}

/** The sources of one upstream, with data for the watcher and the health check. */
export interface LoadedSources extends Sources {
  readonly schemaOrigin: 'code' | 'files' | EndpointSchema['origin'];
  /** Why the schema is outdated; empty if it is current. */
  readonly stale: readonly Diagnostic[];
  /** The files of operations that could be read, by the path in their places. */
  readonly operationFiles: ReadonlyMap<string, OperationFile>;
  /** Absolute paths of the files and folders to watch. */
  readonly watchPaths: readonly string[];
}

/**
 * Reads the sources of one upstream: its schema, and its operations from files, manifests and the
 * configuration, in this order.
 *
 * Problems of operations are diagnostics. Throws a `GatewayError` if no schema is available. An
 * endpoint is introspected once: later loads with the same cache reuse its schema until
 * `refreshSchema`.
 */
export async function loadSources(
  upstream: ResolvedUpstream,
  context: LoadContext,
): Promise<LoadedSources> {
  const cache = context.cache ?? createLoadCache();
  const reader = createDocumentReader(cache.documents);
  const schemaReader = createDocumentReader(cache.schemaDocuments, false);
  const placesOf = (option: string) => (index: number) => context.placeOf?.(option, index);
  const files = { folders: context.folders, reader, cache };
  // the schema first: its long text warms up the parser for the operations
  const schema = await schemaOf(upstream, context, schemaReader, cache);
  const [operations, manifests] = await Promise.all([
    loadOperations(upstream.operations, files, placesOf('operations')),
    loadManifests(upstream.manifests, files, placesOf('manifests')),
  ]);
  const texts = upstream.inlineOperations.map((text, index) => ({
    text,
    place: placesOf('inlineOperations')(index),
  }));
  const inline = inlineOperations(texts, operations.shared, cache);
  reader.prune();
  schemaReader.prune();
  const parts = [operations, manifests, inline];
  const all = parts.flatMap((part) => part.operations);
  const problems = parts.flatMap((part) => part.diagnostics);
  if (!schema.schema) throw new GatewayError([...schema.diagnostics, ...errorsOf(problems)]);
  return {
    schema: schema.schema,
    schemaOrigin: schema.origin,
    stale: schema.stale,
    operations: all,
    diagnostics: [
      ...schema.diagnostics,
      ...problems,
      ...(all.length === 0 && errorsOf(problems).length === 0 ? [noOperations()] : []),
    ],
    operationFiles: operations.files,
    watchPaths: distinct([schema, operations, manifests].flatMap((part) => part.watchPaths)),
  };
}

/** The result of a refresh. */
export interface RefreshedSchema {
  /** Whether the schema changed. */
  readonly changed: boolean;
  /** Why the current schema was kept; empty after a successful refresh. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Introspects the endpoint of an upstream again, for the next loads. Never throws: a failure keeps
 * the current schema. Does nothing for a schema from files.
 */
export async function refreshSchema(
  upstream: ResolvedUpstream,
  context: EndpointContext,
  cache: LoadCache,
): Promise<RefreshedSchema> {
  const { endpoint } = upstream;
  const earlier = cache.endpointSchema;
  if (endpoint === undefined || upstream.schema.length > 0) {
    return { changed: false, diagnostics: [] };
  }
  const next = await loadEndpointSchema(upstream, endpoint, context, earlier);
  if (!next.result.ok) return { changed: false, diagnostics: next.result.diagnostics };
  cache.endpointSchema = next;
  return { changed: next.result !== earlier?.result, diagnostics: next.notes };
}

interface FoundSchema {
  readonly schema: GraphQLSchema | undefined;
  readonly origin: LoadedSources['schemaOrigin'];
  readonly diagnostics: readonly Diagnostic[];
  readonly stale: readonly Diagnostic[];
  readonly watchPaths: readonly string[];
}

async function schemaOf(
  upstream: ResolvedUpstream,
  context: LoadContext,
  reader: DocumentReader,
  cache: LoadCache,
): Promise<FoundSchema> {
  if (context.schema) {
    return { ...none, schema: context.schema, origin: 'code' };
  }
  if (upstream.schema.length > 0) {
    const { folders, placeOf } = context;
    const { loaded, watchPaths } = await loadSchema(
      upstream.schema,
      folders,
      reader,
      cache.schema,
      (index) => placeOf?.('schema', index),
    );
    // a broken file between two valid versions must not change the identity of the schema
    if (loaded.result.ok) cache.schema = loaded;
    // a broken schema must not prevent that operations are withdrawn
    const { result } = cache.schema ?? loaded;
    const stale = loaded.result.ok || !result.ok ? [] : errorsOf(loaded.result.diagnostics);
    return { ...partsOf(result), stale, origin: 'files', watchPaths };
  }
  if (upstream.endpoint === undefined) {
    return { ...none, schema: undefined, origin: 'files', diagnostics: [noSchema()] };
  }
  const endpoint =
    cache.endpointSchema ?? (await loadEndpointSchema(upstream, upstream.endpoint, context));
  if (endpoint.result.ok) cache.endpointSchema = endpoint;
  const { schema, diagnostics } = partsOf(endpoint.result);
  return {
    schema,
    origin: endpoint.origin,
    diagnostics: [...endpoint.notes, ...diagnostics],
    stale: endpoint.origin === 'endpoint' ? [] : endpoint.notes,
    watchPaths: [],
  };
}

const none = { diagnostics: [], stale: [], watchPaths: [] } as const;

function partsOf(result: EndpointSchema['result']) {
  return { schema: result.ok ? result.schema : undefined, diagnostics: result.diagnostics };
}

function errorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

function noSchema(): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_MISSING',
    'There is no schema: neither `schema` nor `endpoint` is configured.',
  );
}

function noOperations(): Diagnostic {
  return loadDiagnostic(
    'OPERATIONS_MISSING',
    'No operation was found, so there is no tool to serve.',
  );
}

function distinct(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].sort();
}
