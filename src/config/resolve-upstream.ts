import type { JsonSchema } from '../core/json-schema.ts';
import type { AccessTokenOptions } from './model/token-options.ts';
import { literalOf, parseTemplate, type Template } from './rules/template.ts';
import type {
  ErrorRule,
  HttpOptions,
  IntrospectionOptions,
  ToolOptions,
  UpstreamOptions,
} from './upstream-options.ts';

/** One upstream with all defaults. */
export interface ResolvedUpstream {
  /** Its name in `upstreams`, or `default` for the only one. */
  readonly name: string;
  /** Globs of SDL files; empty if the schema is introspected from `endpoint`. */
  readonly schema: readonly string[];
  readonly introspection: ResolvedIntrospection;
  readonly operations: readonly string[];
  readonly manifests: readonly string[];
  readonly inlineOperations: readonly string[];
  /** Undefined if code passes an executor, or tools are only compiled. */
  readonly endpoint: string | undefined;
  /** The same for every request. */
  readonly headers: ReadonlyMap<string, string>;
  /** With values of the caller. */
  readonly callerHeaders: ReadonlyMap<string, Template>;
  readonly accessToken: AccessTokenOptions | undefined;
  /** Names of the caller's headers, with their names upstream. */
  readonly forwardHeaders: ReadonlyMap<string, string>;
  readonly mutations: 'all' | 'explicit' | 'none';
  /** Which mutations of manifests become tools: none, unless `mutations` is set. */
  readonly manifestMutations: 'all' | 'explicit' | 'none';
  readonly validation: 'strict' | 'lenient';
  readonly scalars: ReadonlyMap<string, JsonSchema>;
  readonly tools: ReadonlyMap<string, ToolOptions>;
  readonly bindableEnvironment: readonly string[];
  /** Undefined if names are prefixed only where they would clash. */
  readonly prefix: string | undefined;
  readonly timeoutMs: number;
  readonly http: ResolvedHttp;
  readonly persisted: 'document' | 'apq' | 'documentId' | 'apolloId';
  /** Empty for none. */
  readonly persistedPrefix: string;
  readonly validateOutput: 'off' | 'warn' | 'enforce';
  readonly keepExtensions: readonly string[];
  readonly errors: readonly ErrorRule[];
  readonly nullAsAbsent: boolean;
  readonly scopesFromSchema: boolean;
}

interface ResolvedIntrospection {
  readonly headers: ReadonlyMap<string, string>;
  /** Relative to the configuration; undefined if the schema is not cached. */
  readonly cacheFile: string | undefined;
  readonly refreshMs: number;
}

/** The settings of HTTP requests with all defaults. */
export type ResolvedHttp = Required<Omit<HttpOptions, 'caFile'>> & {
  /** Relative to the configuration. */
  readonly caFile: string | undefined;
};

/** Fills in the defaults of one upstream. */
export function resolveUpstream(name: string, options: UpstreamOptions): ResolvedUpstream {
  const { mutations = 'all', validation = 'strict', persisted = 'document' } = options;
  const headers = Object.entries(options.headers ?? {}).map(
    ([header, value]) => [header, parseTemplate(value)] as const,
  );
  return {
    name,
    schema: listOf(options.schema),
    introspection: resolveIntrospection(name, options.introspection),
    operations: listOf(options.operations ?? defaultOperations(name, options)),
    manifests: listOf(options.manifests),
    inlineOperations: options.inlineOperations ?? [],
    endpoint: options.endpoint,
    headers: new Map(
      headers.flatMap(([header, template]) => {
        const text = literalOf(template);
        return text === undefined ? [] : [[header, text]];
      }),
    ),
    callerHeaders: new Map(headers.filter(([, template]) => literalOf(template) === undefined)),
    accessToken: options.accessToken,
    forwardHeaders: mapOfMembers(options.forwardHeaders),
    mutations,
    manifestMutations: options.mutations ?? 'none',
    validation,
    scalars: mapOfMembers(options.scalars),
    tools: mapOfMembers(options.tools),
    bindableEnvironment: options.bindableEnvironment ?? [],
    prefix: options.prefix,
    timeoutMs: options.timeoutMs ?? 50_000,
    http: resolveHttp(options.http),
    persisted,
    persistedPrefix: options.persistedPrefix ?? '',
    validateOutput: options.validateOutput ?? 'enforce',
    keepExtensions: options.keepExtensions ?? [],
    errors: options.errors ?? [],
    nullAsAbsent: options.nullAsAbsent ?? false,
    scopesFromSchema: options.scopesFromSchema ?? false,
  };
}

/** The name of the upstream in a configuration without `upstreams`. */
export const onlyUpstream = 'default';

/** The default folder of operation files; none if operations have another source. */
function defaultOperations(name: string, { manifests, inlineOperations }: UpstreamOptions) {
  if (manifests !== undefined || inlineOperations !== undefined) return [];
  return name === onlyUpstream ? 'operations/**/*.graphql' : `operations/${name}/**/*.graphql`;
}

function resolveIntrospection(
  name: string,
  { headers, cacheFile = true, refreshMs = 0 }: IntrospectionOptions = {},
): ResolvedIntrospection {
  const path = cacheFile === true ? `.graphql-mcp-gateway/schema-${name}.json` : cacheFile;
  return {
    headers: mapOfMembers(headers),
    cacheFile: path === false ? undefined : path,
    refreshMs,
  };
}

/** Fills in the defaults of `http`. */
export function resolveHttp({
  method = 'POST',
  maxConcurrent = 128,
  maxQueued = 10_000,
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

/** Converts one glob or several to a list. */
export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Converts an object whose keys are names from outside to a map. */
export function mapOfMembers<T>(members: { readonly [name: string]: T } | undefined) {
  return new Map<string, T>(Object.entries(members ?? {}));
}
