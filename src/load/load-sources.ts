import { loadDiagnostic } from './model/diagnostics.ts';
import type { GraphQLSchema } from 'graphql';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { type Diagnostic, GatewayError, type Place } from '../core/diagnostic.ts';
import { createDocumentReader, type DocumentReader } from './files/document-reader.ts';
import {
  loadEndpointSchema,
  type EndpointContext,
  type EndpointSchema,
} from './introspection/endpoint-schema.ts';
import { inlineOperations, loadOperations } from './operations/load-operations.ts';
import { createLoadCache, type LoadCache } from './operations/cache.ts';
import { loadManifests } from './operations/manifests.ts';
import { loadSchema } from './sdl/load-schema.ts';
import { isWithin } from './files/find-files.ts';
import type { Sources } from './operations/operation-sources.ts';

/** How sources are read. */
export interface LoadContext extends EndpointContext {
  /** Left by earlier loads of the same upstream: what did not change is the same object again. */
  readonly cache?: LoadCache;
  /** A schema that code gave; else it is read as the upstream says. */
  readonly schema?: GraphQLSchema | undefined;
  /** Where an item of an option, such as the first of `operations`, stands in the configuration file. */
  readonly placeOf?: (option: string, index: number) => Place | undefined;
}

/** The sources of one upstream, with what a watcher and a health check want to know. */
export interface LoadedSources extends Sources {
  readonly schemaOrigin: 'code' | 'files' | EndpointSchema['origin'];
  /** Why the schema of an endpoint is older than it should be; empty when it is not. */
  readonly stale: readonly Diagnostic[];
  /** Absolute paths of the files and folders whose changes ask for another load. */
  readonly watchPaths: readonly string[];
}

/**
 * Reads everything that one upstream is made of: its schema, and its operations from files,
 * manifests and the configuration, in this order.
 *
 * What is wrong with operations is among the diagnostics. Throws a `GatewayError` when there is no
 * schema to be had, for then nothing can be served. An endpoint is asked once: later loads with the
 * same cache take the schema it gave, until `refreshSchema` asks again.
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
  // the schema first: its text is the longest, and warms the parser up for the operations
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
  const found = parts.flatMap((part) => part.diagnostics);
  if (!schema.schema) throw new GatewayError([...schema.diagnostics, ...errorsOf(found)]);
  return {
    schema: schema.schema,
    schemaOrigin: schema.origin,
    stale: schema.stale,
    operations: all,
    diagnostics: [
      ...schema.diagnostics,
      ...found,
      ...(all.length === 0 ? [noOperations(found)] : []),
    ],
    watchPaths: outermost([schema, operations, manifests].flatMap((part) => part.watchPaths)),
  };
}

/** What a refresh came to. */
export interface RefreshedSchema {
  /** Whether the next load gives another schema than the last. */
  readonly changed: boolean;
  /** Why the schema in use was kept, if it was; empty after a good refresh. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Asks the endpoint of an upstream for its schema again, for the loads to come. A failure keeps the
 * schema in use; nothing is thrown. An upstream whose schema comes from files has nothing to refresh.
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
    // a broken file between two good saves must not cost the schema its identity
    if (loaded.result.ok) cache.schema = loaded;
    return { ...partsOf(loaded.result), stale: [], origin: 'files', watchPaths };
  }
  if (upstream.endpoint === undefined) {
    return { ...none, schema: undefined, origin: 'files', diagnostics: [noSchema()] };
  }
  const found =
    cache.endpointSchema ?? (await loadEndpointSchema(upstream, upstream.endpoint, context));
  if (found.result.ok) cache.endpointSchema = found;
  const { schema, diagnostics } = partsOf(found.result);
  return {
    schema,
    origin: found.origin,
    diagnostics: [...found.notes, ...diagnostics],
    stale: found.origin === 'endpoint' ? [] : found.notes,
    watchPaths: [],
  };
}

const none = { diagnostics: [], stale: [], watchPaths: [] } as const;

function partsOf(result: EndpointSchema['result']) {
  return { schema: result.ok ? result.schema : undefined, diagnostics: result.diagnostics };
}

function errorsOf(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.filter(({ severity }) => severity === 'error');
}

function noSchema(): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_MISSING',
    'There is no schema: neither `schema` nor `endpoint` is configured.',
  );
}

function noOperations(found: readonly Diagnostic[]): Diagnostic {
  return loadDiagnostic(
    'OPERATIONS_MISSING',
    'No operation was found, so there is no tool to serve.',
    {
      hint:
        errorsOf(found).length > 0
          ? 'Mend the errors above.'
          : 'Write an operation into a file that the `operations` globs match.',
    },
  );
}

/** Paths without those that lie below another one. */
function outermost(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)];
  return unique
    .filter((path) => !unique.some((other) => other !== path && isWithin(path, other)))
    .sort();
}
