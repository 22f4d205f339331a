import type { Profile } from '../core/tool.ts';
import type {
  AuthOptions,
  GatewayOptions,
  LimitOptions,
  ServerOptions,
  TokenOptions,
} from './options.ts';
import type { IntrospectTokenOptions, IssuerOptions } from './model/token-options.ts';
import {
  listOf,
  mapOfMembers,
  onlyUpstream,
  resolveUpstream,
  type ResolvedUpstream,
} from './resolve-upstream.ts';

/** A configuration with all defaults, which the rest of the gateway uses. */
export interface ResolvedConfig {
  readonly name: string;
  readonly instructions: string | undefined;
  /** By name, in the order of the file; at least one. */
  readonly upstreams: ReadonlyMap<string, ResolvedUpstream>;
  readonly profile: Profile;
  readonly strict: boolean;
  readonly locked: boolean;
  /** Relative to the configuration. */
  readonly lockFile: string;
  readonly logLevel: 'error' | 'warn' | 'info' | 'silent';
  readonly server: ResolvedServer;
  readonly auth: ResolvedAuth;
  /** Undefined for no audit log; `file` is relative to the configuration. */
  readonly audit: { readonly file: string | undefined; readonly values: boolean } | undefined;
  readonly limits: ResolvedLimits;
  readonly resources: boolean;
  readonly prompts: readonly string[];
}

export interface ResolvedServer extends Required<
  Omit<ServerOptions, 'allowedHosts' | 'publicUrl'>
> {
  readonly publicUrl: string | undefined;
  /** Whether only programs of this machine reach the server. */
  readonly loopback: boolean;
  /** `*` for all; undefined for the names of the loopback addresses. */
  readonly allowedHosts: readonly string[] | undefined;
}

export interface ResolvedAuth {
  /** Whether the gateway identifies callers: their `Authorization` header is then not for the API. */
  readonly enabled: boolean;
  readonly required: boolean;
  readonly openDiscovery: boolean;
  readonly scopes: readonly string[];
  readonly tokens: readonly ResolvedToken[];
  readonly issuers: readonly ResolvedIssuer[];
}

/** An authorization server with all defaults. */
export interface ResolvedIssuer {
  /** Without a slash at the end, as tokens and metadata are compared. */
  readonly issuer: string;
  /** As configured, for clients. */
  readonly url: string;
  readonly audience: readonly string[];
  readonly allowMissingAudience: boolean;
  readonly scopeClaims: readonly string[];
  /** Empty for none. */
  readonly scopePrefix: string;
  /** Undefined if its metadata names it. */
  readonly jwksUrl: string | undefined;
  readonly algorithms: readonly string[];
  readonly introspection: IntrospectTokenOptions | undefined;
}

interface ResolvedToken {
  readonly token: string;
  readonly subject: string;
  readonly claims: ReadonlyMap<string, unknown>;
  readonly scopes: readonly string[];
}

/** Limits of calls, which have no default. */
type CallLimit =
  'callsPerMinute' | 'toolCallsPerMinute' | 'totalCallsPerMinute' | 'concurrentCalls';

type ResolvedLimits = Required<Omit<LimitOptions, CallLimit>> & {
  readonly [Limit in CallLimit]: number | undefined;
};

/**
 * Fills in the defaults of a configuration.
 *
 * @param authenticate whether code identifies callers.
 */
export function resolveConfig(options: GatewayOptions, authenticate = false): ResolvedConfig {
  const { upstreams, ...onlyOptions } = options;
  const named = Object.entries(upstreams ?? { [onlyUpstream]: onlyOptions });
  return {
    name: options.name ?? 'graphql-mcp-gateway',
    instructions: options.instructions,
    upstreams: new Map(
      named.map(([name, upstream]) => [name, resolveUpstream(name, upstream)] as const),
    ),
    profile: options.profile ?? 'portable',
    strict: options.strict ?? false,
    locked: options.locked ?? false,
    lockFile: options.lockFile ?? 'tools.lock.json',
    logLevel: options.logLevel ?? 'info',
    server: resolveServer(options.server),
    auth: resolveAuth(options.auth, options.server?.publicUrl, authenticate),
    audit: options.audit && { file: options.audit.file, values: options.audit.values ?? false },
    limits: resolveLimits(options.limits),
    resources: options.resources ?? false,
    prompts: listOf(options.prompts),
  };
}

function resolveServer({
  host = '127.0.0.1',
  port = 4000,
  path = '/mcp',
  publicUrl,
  allowedOrigins = [],
  allowedHosts,
  sse,
  streams = false,
  maxStreams = 1_000,
  drainMs = 10_000,
  workers = 1,
  watch = true,
}: ServerOptions = {}): ResolvedServer {
  const loopback = isLoopbackHost(host);
  return {
    host,
    port,
    path,
    publicUrl,
    loopback,
    allowedOrigins,
    allowedHosts: withPublicHost(allowedHosts ?? (loopback ? undefined : ['*']), publicUrl),
    sse: sse ?? (loopback && workers === 1),
    streams,
    maxStreams,
    drainMs,
    workers,
    watch,
  };
}

/** Adds the host of the public URL, which a proxy in front may pass on. */
function withPublicHost(
  hosts: readonly string[] | undefined,
  publicUrl: string | undefined,
): readonly string[] | undefined {
  const isUsable = publicUrl !== undefined && URL.canParse(publicUrl);
  return isUsable ? [...(hosts ?? []), new URL(publicUrl).host] : hosts;
}

/**
 * Returns whether an address is reached only from this machine: `localhost`, `127.0.0.0/8` or
 * `::1`, with or without brackets.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

function resolveAuth(
  {
    required = false,
    openDiscovery = false,
    scopes = [],
    tokens = [],
    issuers = [],
  }: AuthOptions = {},
  publicUrl: string | undefined,
  authenticate: boolean,
): ResolvedAuth {
  return {
    enabled: authenticate || required || tokens.length > 0 || issuers.length > 0,
    required,
    openDiscovery,
    scopes,
    tokens: tokens.map(resolveToken),
    issuers: issuers.map((issuer) => resolveIssuer(issuer, publicUrl)),
  };
}

function resolveToken({ token, subject, claims, scopes = [] }: TokenOptions): ResolvedToken {
  return { token, subject, claims: mapOfMembers(claims), scopes };
}

function resolveIssuer(options: IssuerOptions, publicUrl: string | undefined): ResolvedIssuer {
  const { audience = publicUrl, algorithms = publicKeyAlgorithms } = options;
  return {
    issuer: options.issuer.replace(/\/$/, ''),
    url: options.issuer,
    audience: listOf(audience),
    allowMissingAudience: options.allowMissingAudience ?? false,
    scopeClaims: listOf(options.scopeClaim ?? ['scope', 'scp']),
    scopePrefix: options.scopePrefix ?? '',
    jwksUrl: options.jwksUrl,
    algorithms,
    introspection: options.introspection,
  };
}

const publicKeyAlgorithms: readonly string[] = [
  ...['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`)),
  'EdDSA',
  'Ed25519',
];

function resolveLimits({
  maxBodyBytes = 1_048_576,
  maxResultBytes = 100_000,
  maxSchemaBytes = 32_768,
  maxSchemaNodes = 1_500,
  toolsPageSize = 500,
  callsPerMinute,
  toolCallsPerMinute,
  totalCallsPerMinute,
  concurrentCalls,
}: LimitOptions = {}): ResolvedLimits {
  return {
    maxBodyBytes,
    maxResultBytes,
    maxSchemaBytes,
    maxSchemaNodes,
    toolsPageSize,
    callsPerMinute,
    toolCallsPerMinute,
    totalCallsPerMinute,
    concurrentCalls,
  };
}
