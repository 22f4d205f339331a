import type { GraphQLSchema } from 'graphql';
import { compileCatalog } from '../compile/compile-catalog.ts';
import { createCompileCache } from '../compile/compile-cache.ts';
import { mergeCatalogs } from '../compile/merge-catalogs.ts';
import type { PlaceOfOption } from '../config/source.ts';
import type { ResolvedConfig } from '../config/resolve.ts';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { Prompt } from '../core/prompt.ts';
import { lazy } from '../core/memo.ts';
import type { Catalog } from '../core/tool.ts';
import type { EndpointContext } from '../load/introspection/endpoint-schema.ts';
import { createLoadCache } from '../load/load-cache.ts';
import { loadPrompts } from '../load/load-prompts.ts';
import { loadSources, refreshSchema } from '../load/load-sources.ts';
import type { SourceFolders } from '../load/source-file.ts';
import { applyLock } from './apply-lock.ts';
import { compileSettingsOf } from './compile-settings.ts';
import { exampleEndpoint } from './create-executor.ts';
import { createSchemaClient } from './schema-client.ts';

/** A catalog as the sources had it at one moment. */
export interface ReadCatalog {
  readonly catalog: Catalog;
  /** The same with what a lock keeps from being served. */
  readonly compiled: Catalog;
  /** By upstream. */
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
  /** Files and folders whose change makes another catalog. */
  readonly watchPaths: readonly string[];
  readonly prompts: readonly Prompt[];
  /** Findings about what is no operation: prompts. */
  readonly findings: readonly Diagnostic[];
  /** Why schemas of endpoints are older than they should be. */
  readonly stale: readonly Diagnostic[];
}

/** Reads catalogs again and again; what did not change since the last time is not compiled again. */
export interface CatalogReader {
  /**
   * Throws a `GatewayError` when a schema cannot be had at all.
   *
   * @param refresh whether endpoints are asked for their schemas again.
   */
  read(refresh: boolean): Promise<ReadCatalog>;
  /** Ends the connections that schemas were fetched over. */
  close(): Promise<void>;
}

/** What is read. */
export interface CatalogReaderOptions {
  readonly config: ResolvedConfig;
  readonly baseDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly placeOf?: PlaceOfOption;
  /** A schema that code brings, in place of files or an endpoint. */
  readonly source?: { readonly schema?: GraphQLSchema | undefined };
}

/** Makes what loads and compiles the sources of every upstream, and merges their tools. */
export function createCatalogReader(options: CatalogReaderOptions): CatalogReader {
  const readers = [...options.config.upstreams.values()].map((upstream) =>
    createUpstreamReader(upstream, options),
  );
  return {
    async read(refresh) {
      const [all, prompts] = await Promise.all([
        Promise.all(readers.map((reader) => reader.read(refresh))),
        loadPrompts(options.config.prompts, foldersOf(options), (index) =>
          options.placeOf?.(['prompts', index]),
        ),
      ]);
      const schemas = new Map(all.map(({ name, schema }) => [name, schema]));
      const merged = merge(all.map(({ catalog }) => catalog));
      return {
        catalog: await applyLock(merged, schemas, options.config, options.baseDir),
        compiled: merged,
        schemas,
        watchPaths: [...all.flatMap(({ watchPaths }) => watchPaths), ...prompts.roots],
        prompts: prompts.prompts,
        findings: prompts.diagnostics,
        stale: all.flatMap(({ stale }) => stale),
      };
    },
    async close() {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

/** Reads a catalog once, as `createCatalogReader` does. */
export async function readCatalogOnce(options: CatalogReaderOptions): Promise<ReadCatalog> {
  const reader = createCatalogReader(options);
  try {
    return await reader.read(false);
  } finally {
    await reader.close();
  }
}

function foldersOf({ baseDir }: CatalogReaderOptions): SourceFolders {
  return { base: baseDir, shown: process.cwd() };
}

function createUpstreamReader(upstream: ResolvedUpstream, options: CatalogReaderOptions) {
  const cache = createLoadCache();
  const compiled = createCompileCache();
  const settings = compileSettingsOf(options.config, upstream);
  const client = createSchemaClient(upstream, options.baseDir, options.env);
  const given = lazy(() => givenSchema(upstream, options));
  const context: EndpointContext = {
    folders: foldersOf(options),
    client,
  };
  return {
    async read(refresh: boolean) {
      if (refresh) await refreshSchema(upstream, context, cache);
      const sources = await loadSources(upstream, {
        ...context,
        cache,
        schema: await given(),
        placeOf: (option, index) => options.placeOf?.([option, index], upstream.name),
      });
      return {
        name: upstream.name,
        catalog: compileCatalog(sources, settings, compiled),
        schema: sources.schema,
        watchPaths: sources.watchPaths,
        stale: sources.stale,
      };
    },
    close: async () => client?.close(),
  };
}

function merge([first, ...others]: readonly Catalog[]): Catalog {
  if (!first) throw new Error('a configuration has at least one upstream');
  return mergeCatalogs([first, ...others]);
}

/** The example's endpoint cannot be asked for its schema: it is code. */
async function givenSchema(
  { endpoint, schema }: ResolvedUpstream,
  { source }: CatalogReaderOptions,
): Promise<GraphQLSchema | undefined> {
  if (endpoint !== exampleEndpoint || schema.length > 0) return source?.schema;
  const { createFilmApi } = await import('../example/film-api.ts');
  return createFilmApi().schema;
}
