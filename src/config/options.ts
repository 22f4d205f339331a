import type { Profile } from '../core/tool.ts';
import type { HttpUrl, IssuerOptions, Milliseconds } from './model/token-options.ts';
import type { UpstreamOptions } from './upstream-options.ts';

/**
 * The options of a gateway, in `gateway.yaml` and for `createGateway`.
 *
 * A file with `schema`, `operations` and `endpoint` is enough. Paths and globs are relative to the
 * configuration file. Durations are in milliseconds, sizes in bytes. Any text may contain
 * `${env:NAME}` or `${env:NAME:-fallback}`.
 *
 * The comments here, in `upstream-options.ts` and `token-options.ts` are the only source of the options: the JSON
 * Schema, the documentation and the help of the command line are generated from them.
 */
export interface GatewayOptions extends UpstreamOptions {
  /** Name of the server, as clients show it. @default 'graphql-mcp-gateway' */
  readonly name?: string;
  /** Describes the purpose of the server to models; sent in the handshake. */
  readonly instructions?: string;
  /**
   * Several GraphQL APIs in one gateway, by name. With `upstreams`, the upstream options (`schema`,
   * `operations`, `endpoint`, …) are not allowed at the top level.
   */
  readonly upstreams?: { readonly [name: UpstreamName]: UpstreamOptions };
  /**
   * Dialect of the tool schemas: `portable` works with every client, `full` is the most exact,
   * `gemini` and `openai` are for clients of those models. @default 'portable'
   */
  readonly profile?: Profile;
  /** Fail at start if any operation cannot become a tool. @default false */
  readonly strict?: boolean;
  /** Serve tools only if they are compatible with the lock file. @default false */
  readonly locked?: boolean;
  /** Lock file of the tools. @default 'tools.lock.json' */
  readonly lockFile?: string;
  /** Least severe messages that are logged to standard error. @default 'info' */
  readonly logLevel?: 'error' | 'warn' | 'info' | 'silent';
  /** How the gateway is served. */
  readonly server?: ServerOptions;
  /** Who may call tools. */
  readonly auth?: AuthOptions;
  /** A log of who called what; without it, there is none. */
  readonly audit?: AuditOptions;
  /** Limits for requests, results and tool schemas. */
  readonly limits?: LimitOptions;
  /** Serve the SDL and the documents of the operations as MCP resources. @default false */
  readonly resources?: boolean;
  /** Globs of Markdown files with front matter, served as MCP prompts. */
  readonly prompts?: string | readonly string[];
}

/** How the gateway is served. */
export interface ServerOptions {
  /** Address to listen on; any but a loopback address is open to the network. @default '127.0.0.1' */
  readonly host?: string;
  /** Port to listen on; 0 selects a free one. @default 4000 @minimum 0 @maximum 65535 */
  readonly port?: number;
  /** Path of the MCP endpoint. @default '/mcp' */
  readonly path?: UrlPath;
  /**
   * URL of the MCP endpoint as clients write it, such as `https://tools.example/mcp`, also behind a
   * proxy. `auth.issuers` requires it.
   */
  readonly publicUrl?: HttpUrl;
  /**
   * Origins of web pages that may call, such as `https://app.example`; `*` allows all.
   * @default [], and always loopback origins on a loopback bind
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Accepted values of the `Host` header, besides loopback names and `host`; `*` allows all.
   * @default loopback names on a loopback bind, else all
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Serve HTTP+SSE of protocol revision 2024-11-05, at `/sse`.
   * @default true on a loopback bind with one worker, else false
   */
  readonly sse?: boolean;
  /**
   * Serve GET streams of protocol revisions 2025-03-26 to 2025-11-25, which carry
   * `tools/list_changed`.
   * @default false
   */
  readonly streams?: boolean;
  /** Maximum number of open streams of all kinds. @default 1_000 @minimum 0 */
  readonly maxStreams?: number;
  /** Time for running calls to finish after SIGTERM, in milliseconds. @default 10_000 */
  readonly drainMs?: Milliseconds;
  /** Number of worker processes. @default 1 @maximum 256 */
  readonly workers?: number;
  /** Watch the sources and reload them. @default true */
  readonly watch?: boolean;
}

/** Who may call tools. */
export interface AuthOptions {
  /** Refuse callers without a valid token with status 401. @default false */
  readonly required?: boolean;
  /**
   * Everybody may list all tools, prompts and resources, also without a token; using them needs what
   * `required` and their scopes say. Without it, lists contain what the caller may use.
   * @default false
   */
  readonly openDiscovery?: boolean;
  /** Scopes that every request with a token needs, in addition to those of the tool. @default [] */
  readonly scopes?: readonly string[];
  /** Bearer tokens, one for each caller. @default [] */
  readonly tokens?: readonly TokenOptions[];
  /** Authorization servers whose access tokens are accepted. @default [] */
  readonly issuers?: readonly IssuerOptions[];
}

/**
 * A log of who called what: one line of JSON for each call, with the subject, the tool, the names of the
 * arguments and their hash, the outcome and the duration; and one for each refused request.
 */
export interface AuditOptions {
  /** File that lines are appended to. @default standard error */
  readonly file?: string;
  /** Record the values of arguments too, except those with names such as `password`. @default false */
  readonly values?: boolean;
}

/** A bearer token and its caller. */
export interface TokenOptions {
  /** The token; `${env:NAME}` keeps it out of the file. */
  readonly token: BearerToken;
  /** Identifies the caller. */
  readonly subject: string;
  /** Claims of the caller, by name; `fromClaim` reads them. */
  readonly claims?: { readonly [name: string]: unknown };
  /** Scopes of the caller. @default [] */
  readonly scopes?: readonly string[];
}

/** Limits for requests, results and tool schemas. */
export interface LimitOptions {
  /** Maximum size of a request body, in bytes. @default 1_048_576 */
  readonly maxBodyBytes?: number;
  /** Maximum size of a result, in bytes; larger results become errors that say how to narrow. @default 100_000 */
  readonly maxResultBytes?: number;
  /** Maximum size of a tool schema, in bytes. @default 32_768 */
  readonly maxSchemaBytes?: number;
  /** Maximum number of nodes of a tool schema. @default 1_500 */
  readonly maxSchemaNodes?: number;
  /** Calls that one caller may make in a minute; anonymous callers count as one. @default no limit */
  readonly callsPerMinute?: number;
  /** Calls of one tool in a minute, by all callers. @default no limit */
  readonly toolCallsPerMinute?: number;
  /** Calls in a minute, by all callers of all tools. @default no limit */
  readonly totalCallsPerMinute?: number;
  /** Calls of one caller that may run at the same time. @default no limit */
  readonly concurrentCalls?: number;
  /** Number of tools per page of `tools/list`. @default 500 */
  readonly toolsPageSize?: number;
}

/**
 * The name of an upstream.
 *
 * @pattern ^[A-Za-z][A-Za-z0-9_]{0,31}$
 * @expected at most 32 letters, digits and underscores that start with a letter
 */
type UpstreamName = string;

/**
 * A path that a request line can carry unchanged.
 *
 * @pattern ^/[A-Za-z0-9._~!$&(),;=@/-]*$
 * @expected a path that starts with /, such as /mcp
 */
type UrlPath = string;

/**
 * The characters of a bearer token (RFC 6750).
 *
 * @pattern ^[A-Za-z0-9._~+/-]+=*$
 * @expected letters, digits and -._~+/ only, as in HTTP headers
 */
type BearerToken = string;
