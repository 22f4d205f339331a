import type { Profile } from '../core/tool.ts';
import type {
  AuthOptions,
  GatewayOptions,
  LimitOptions,
  ServerOptions,
  TokenOptions,
} from './options.ts';
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
  readonly limits: ResolvedLimits;
  readonly resources: boolean;
  readonly prompts: readonly string[];
}

export interface ResolvedServer extends Required<Omit<ServerOptions, 'allowedHosts'>> {
  /** Whether only programs of this machine reach the server. */
  readonly loopback: boolean;
  /** `*` for all; undefined for the names of the loopback addresses. */
  readonly allowedHosts: readonly string[] | undefined;
}

export interface ResolvedAuth {
  readonly required: boolean;
  readonly tokens: readonly ResolvedToken[];
}

interface ResolvedToken {
  readonly token: string;
  readonly subject: string;
  readonly claims: ReadonlyMap<string, unknown>;
  readonly scopes: readonly string[];
}

type ResolvedLimits = Required<LimitOptions>;

/** Fills in the defaults of a configuration. */
export function resolveConfig(options: GatewayOptions): ResolvedConfig {
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
    auth: resolveAuth(options.auth),
    limits: resolveLimits(options.limits),
    resources: options.resources ?? false,
    prompts: listOf(options.prompts),
  };
}

function resolveServer({
  host = '127.0.0.1',
  port = 4000,
  path = '/mcp',
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
    loopback,
    allowedOrigins,
    allowedHosts: allowedHosts ?? (loopback ? undefined : ['*']),
    sse: sse ?? loopback,
    streams,
    maxStreams,
    drainMs,
    workers,
    watch,
  };
}

/**
 * Returns whether an address is reached only from this machine: `localhost`, `127.0.0.0/8` or
 * `::1`, with or without brackets.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

function resolveAuth({ required = false, tokens = [] }: AuthOptions = {}): ResolvedAuth {
  return { required, tokens: tokens.map(resolveToken) };
}

function resolveToken({ token, subject, claims, scopes = [] }: TokenOptions): ResolvedToken {
  return { token, subject, claims: mapOfMembers(claims), scopes };
}

function resolveLimits({
  maxBodyBytes = 1_048_576,
  maxResultBytes = 100_000,
  maxSchemaBytes = 32_768,
  maxSchemaNodes = 1_500,
  toolsPageSize = 500,
}: LimitOptions = {}): ResolvedLimits {
  return { maxBodyBytes, maxResultBytes, maxSchemaBytes, maxSchemaNodes, toolsPageSize };
}
