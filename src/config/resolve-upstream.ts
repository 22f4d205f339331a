import type { JsonSchema } from '../core/json-schema.ts';
import type { HttpOptions, UpstreamOptions } from './options.ts';
import type { ToolOptions } from './tool-options.ts';

/** One upstream with every default filled in. */
export interface ResolvedUpstream {
  /** Its name in `upstreams`, or `default` for the only one. */
  readonly name: string;
  /** Globs of SDL files; empty when the schema is introspected from `endpoint`. */
  readonly schema: readonly string[];
  readonly introspection: ResolvedIntrospection;
  readonly operations: readonly string[];
  readonly manifests: readonly string[];
  readonly inlineOperations: readonly string[];
  /** Absent when an executor is given by code, or the gateway only looks at tools. */
  readonly endpoint: string | undefined;
  readonly headers: ReadonlyMap<string, string>;
  /** Names of the caller's headers, to their names upstream. */
  readonly forwardHeaders: ReadonlyMap<string, string>;
  readonly mutations: 'all' | 'explicit' | 'none';
  /** Which mutations of manifests become tools: none, unless `mutations` was written. */
  readonly manifestMutations: 'all' | 'explicit' | 'none';
  readonly validation: 'strict' | 'lenient';
  readonly scalars: ReadonlyMap<string, JsonSchema>;
  readonly tools: ReadonlyMap<string, ToolOptions>;
  /** Absent when names are prefixed only where they would clash. */
  readonly prefix: string | undefined;
  readonly timeoutMs: number;
  readonly http: ResolvedHttp;
  readonly persisted: 'document' | 'apq' | 'documentId' | 'apolloId';
  /** Empty for none. */
  readonly persistedPrefix: string;
  readonly validateOutput: 'off' | 'warn' | 'enforce';
  readonly keepExtensions: readonly string[];
  readonly nullAsAbsent: boolean;
}

interface ResolvedIntrospection {
  readonly headers: ReadonlyMap<string, string>;
  /** Relative to the configuration; absent when no copy is kept. */
  readonly cacheFile: string | undefined;
  readonly refreshMs: number;
  readonly attempts: number;
}

/** How an upstream is spoken to, with every default filled in. */
export type ResolvedHttp = Required<Omit<HttpOptions, 'caFile'>> & {
  /** Relative to the configuration. */
  readonly caFile: string | undefined;
};

/** Fills in the defaults of one upstream. */
export function resolveUpstream(name: string, options: UpstreamOptions): ResolvedUpstream {
  const { mutations = 'all', validation = 'strict', persisted = 'document' } = options;
  return {
    name,
    schema: listOf(options.schema),
    introspection: resolveIntrospection(name, options.introspection),
    operations: listOf(options.operations ?? defaultOperations(name, options)),
    manifests: listOf(options.manifests),
    inlineOperations: options.inlineOperations ?? [],
    endpoint: options.endpoint,
    headers: mapOfMembers(options.headers),
    forwardHeaders: mapOfMembers(options.forwardHeaders),
    mutations,
    manifestMutations: options.mutations ?? 'none',
    validation,
    scalars: mapOfMembers(options.scalars),
    tools: mapOfMembers(options.tools),
    prefix: options.prefix,
    timeoutMs: options.timeoutMs ?? 50_000,
    http: resolveHttp(options.http),
    persisted,
    persistedPrefix: options.persistedPrefix ?? '',
    validateOutput: options.validateOutput ?? 'enforce',
    keepExtensions: options.keepExtensions ?? [],
    nullAsAbsent: options.nullAsAbsent ?? false,
  };
}

/** Name of the upstream of a configuration without `upstreams`. */
export const onlyUpstream = 'default';

/** The folder of operation files, unless operations come from elsewhere. */
function defaultOperations(name: string, { manifests, inlineOperations }: UpstreamOptions) {
  if (manifests !== undefined || inlineOperations !== undefined) return [];
  return name === onlyUpstream ? 'operations/**/*.graphql' : `operations/${name}/**/*.graphql`;
}

function resolveIntrospection(
  name: string,
  { headers, cacheFile = true, refreshMs = 0, attempts = 5 }: UpstreamOptions['introspection'] = {},
): ResolvedIntrospection {
  const place = cacheFile === true ? `.graphql-mcp-gateway/schema-${name}.json` : cacheFile;
  return {
    headers: mapOfMembers(headers),
    cacheFile: place === false ? undefined : place,
    refreshMs,
    attempts,
  };
}

/** Fills in the defaults of `http`. */
export function resolveHttp({
  method = 'POST',
  maxConcurrent = 128,
  maxQueued = 512,
  attempts = 3,
  breakerFailures = 10,
  breakerMs = 5_000,
  maxResponseBytes = 16_777_216,
  shareInFlight = false,
  caFile,
  maxUploadBytes = 1_048_576,
}: HttpOptions = {}): ResolvedHttp {
  return {
    method,
    maxConcurrent,
    maxQueued,
    attempts,
    breakerFailures,
    breakerMs,
    maxResponseBytes,
    shareInFlight,
    caFile,
    maxUploadBytes,
  };
}

/** One glob or several, as a list. */
export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Members of an object whose keys are names from outside. */
export function mapOfMembers<T>(members: { readonly [name: string]: T } | undefined) {
  return new Map<string, T>(Object.entries(members ?? {}));
}
