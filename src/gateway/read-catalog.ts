import type { GraphQLSchema } from 'graphql';
import { compileCatalog } from '../compile/catalog.ts';
import { createCompileCache } from '../compile/cache.ts';
import { mergeCatalogs } from '../compile/assemble-catalog.ts';
import type { PlaceOfOption } from '../config/source.ts';
import type { ResolvedConfig } from '../config/resolve.ts';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { GatewayError, type Diagnostic } from '../core/diagnostic.ts';
import type { Prompt } from '../core/call.ts';
import type { Catalog } from '../core/tool.ts';
import { getOrCreate, lazy } from '../core/memo.ts';
import type { EndpointContext } from '../load/introspection/endpoint-schema.ts';
import { createLoadCache } from '../load/operations/cache.ts';
import { loadPrompts } from '../load/prompts/load-prompts.ts';
import { loadSources, refreshSchema } from '../load/load-sources.ts';
import type { SourceFolders } from '../load/files/find-files.ts';
import {
  compileTolerantly,
  createLastGood,
  createSourcesMemory,
  type SourcesMemory,
} from './sources/last-good.ts';
import { exampleEndpoint, createSchemaClient } from './executor.ts';
import type { CompileSettings } from '../compile/model/settings.ts';
import { resolve } from 'node:path';

/** A catalog compiled from the sources as they were at one moment. */
export interface ReadCatalog {
  readonly catalog: Catalog;
  /** The catalog before the lock file is applied. */
  readonly compiled: Catalog;
  /** By name of the upstream. */
  readonly schemas: ReadonlyMap<string, GraphQLSchema>;
  /** Files and folders that the catalog depends on. */
  readonly watchPaths: readonly string[];
  readonly prompts: readonly Prompt[];
  /** Diagnostics about prompts. */
  readonly findings: readonly Diagnostic[];
  /** The errors of operations that are served in their last valid form. */
  readonly kept: readonly Diagnostic[];
  /** Why schemas or the lock are outdated. */
  readonly stale: readonly Diagnostic[];
}

/** Reads catalogs repeatedly; unchanged operations are not compiled again. */
export interface CatalogReader {
  /**
   * Throws a `GatewayError` if a schema is not available at all.
   *
   * @param refresh whether endpoints are introspected again.
   */
  read(refresh: boolean): Promise<ReadCatalog>;
  /** Closes the connections used for introspection. */
  close(): Promise<void>;
}

export interface CatalogReaderOptions {
  readonly config: ResolvedConfig;
  readonly baseDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly placeOf?: PlaceOfOption;
  /** An executable schema passed by code, instead of files or an endpoint. */
  readonly source?: { readonly schema?: GraphQLSchema | undefined };
  /** The last valid sources of earlier readers. @default none */
  readonly memory?: SourcesMemory;
}

/** Creates the reader that loads and compiles the sources of every upstream, and merges their tools. */
export function createCatalogReader(options: CatalogReaderOptions): CatalogReader {
  const { memory = createSourcesMemory() } = options;
  const readers = [...options.config.upstreams.values()].map((upstream) =>
    createUpstreamReader(upstream, options, memory),
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
      const locked = await applyLock(merged, schemas, options, memory);
      return {
        catalog: locked.catalog,
        compiled: merged,
        schemas,
        watchPaths: [...all.flatMap(({ watchPaths }) => watchPaths), ...prompts.roots],
        prompts: prompts.prompts,
        findings: prompts.diagnostics,
        kept: all.flatMap(({ kept }) => kept),
        stale: [...all.flatMap(({ stale }) => stale), ...locked.stale],
      };
    },
    async close() {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

/** Reads the catalog once. */
export async function readCatalogOnce(options: CatalogReaderOptions): Promise<ReadCatalog> {
  const reader = createCatalogReader(options);
  try {
    return await reader.read(false);
  } finally {
    await reader.close();
  }
}

function foldersOf({ baseDir }: CatalogReaderOptions): SourceFolders {
  return { base: baseDir, displayBase: process.cwd() };
}

function createUpstreamReader(
  upstream: ResolvedUpstream,
  options: CatalogReaderOptions,
  memory: SourcesMemory,
) {
  const cache = createLoadCache();
  const lastGood = getOrCreate(memory.upstreams, upstream.name, createLastGood);
  const globs = JSON.stringify(upstream.schema);
  if (lastGood.schema?.globs === globs) cache.schema = lastGood.schema.loaded;
  const compiled = createCompileCache();
  const settings = compileSettingsOf(options.config, upstream);
  const client = createSchemaClient(upstream, options.baseDir, options.env);
  const schema = lazy(() => schemaOfCode(upstream, options));
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
        schema: await schema(),
        placeOf: (option, index) => options.placeOf?.([option, index], upstream.name),
      });
      lastGood.schema = cache.schema && { globs, loaded: cache.schema };
      const { catalog, kept } = compileTolerantly(sources, lastGood, (some) =>
        compileCatalog(some, settings, compiled),
      );
      return {
        name: upstream.name,
        catalog,
        kept,
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

/** The schema that needs no endpoint: passed by the embedder, or that of the example. */
async function schemaOfCode(
  { endpoint, schema }: ResolvedUpstream,
  { source }: CatalogReaderOptions,
): Promise<GraphQLSchema | undefined> {
  if (endpoint !== exampleEndpoint || schema.length > 0) return source?.schema;
  const { createFilmApi } = await import('../example/film-api.ts');
  return createFilmApi().schema;
}

function compileSettingsOf(
  { profile, limits, auth }: ResolvedConfig,
  upstream: ResolvedUpstream,
): CompileSettings {
  return {
    profile,
    validation: upstream.validation,
    mutations: upstream.mutations,
    manifestMutations: upstream.manifestMutations,
    scalars: upstream.scalars,
    tools: upstream.tools,
    authenticatesCallers: auth.enabled,
    bindableEnvironment: upstream.bindableEnvironment,
    prefix: upstream.prefix ?? '',
    upstream: upstream.name,
    nullAsAbsent: upstream.nullAsAbsent,
    scopesFromSchema: upstream.scopesFromSchema,
    maxSchemaNodes: limits.maxSchemaNodes,
    maxSchemaBytes: limits.maxSchemaBytes,
  };
}

/**
 * Removes the tools that the lock file does not allow, if the gateway is `locked`.
 *
 * The lock file is read each time, so that a reviewed one takes effect at the next reload. If it
 * cannot be read any more, the last one applies; throws a `GatewayError` if there is none.
 */
async function applyLock(
  catalog: Catalog,
  schemas: ReadonlyMap<string, GraphQLSchema>,
  { config, baseDir }: CatalogReaderOptions,
  memory: SourcesMemory,
): Promise<Pick<ReadCatalog, 'catalog' | 'stale'>> {
  if (!config.locked) return { catalog, stale: [] };
  // loaded on demand: most gateways have no lock
  const [{ allowedByLock }, { readLockFile }] = await Promise.all([
    import('../check/guard.ts'),
    import('./sources/lock-file.ts'),
  ]);
  const path = resolve(baseDir, config.lockFile);
  try {
    memory.lock = { path, surface: await readLockFile(path) };
    return { catalog: allowedByLock(catalog, memory.lock.surface, schemas).catalog, stale: [] };
  } catch (error) {
    if (!(error instanceof GatewayError) || memory.lock?.path !== path) throw error;
    const { surface } = memory.lock;
    return {
      catalog: allowedByLock(catalog, surface, schemas).catalog,
      stale: error.diagnostics,
    };
  }
}
