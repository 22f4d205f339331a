import type { JsonSchema } from '../core/json-schema.ts';
import type { Profile } from '../core/tool.ts';
import type { ToolOptions } from './tool-options.ts';

/**
 * The options of a gateway, as `gateway.yaml` has them and `createGateway` takes them.
 *
 * A file with `schema`, `operations` and `endpoint` is enough. Paths and globs are relative to the
 * configuration file. Durations are in milliseconds, sizes in bytes. Any text may hold
 * `${env:NAME}` or `${env:NAME:-fallback}`.
 *
 * The comments here are the documentation: the JSON Schema in `config-schema.ts` says the same,
 * word for word, and a test holds them together.
 */
export interface GatewayOptions extends UpstreamOptions {
  /** Name of the server, as clients show it. @default 'graphql-mcp-gateway' */
  readonly name?: string;
  /** Text that tells a model what the server is for; sent with the handshake. */
  readonly instructions?: string;
  /**
   * Several GraphQL APIs in one gateway, by name. With `upstreams`, the top level has none of the
   * upstream options (`schema`, `operations`, `endpoint`, …) itself.
   */
  readonly upstreams?: { readonly [name: string]: UpstreamOptions };
  /**
   * The dialect in which tool schemas are written: `portable` is what every client accepts, `full`
   * is the most exact, `gemini` and `openai` are for clients of those models. @default 'portable'
   */
  readonly profile?: Profile;
  /** Whether anything that does not become a tool fails the start. @default false */
  readonly strict?: boolean;
  /** Whether only a tool surface that the lock file allows is served. @default false */
  readonly locked?: boolean;
  /** The lock file of the tool surface. @default 'tools.lock.json' */
  readonly lockFile?: string;
  /** What is logged to standard error: nothing below this. @default 'info' */
  readonly logLevel?: 'error' | 'warn' | 'info' | 'silent';
  /** Where and how the gateway is served. */
  readonly server?: ServerOptions;
  /** Who may call. */
  readonly auth?: AuthOptions;
  /** Bounds on what is read, answered and advertised. */
  readonly limits?: LimitOptions;
  /** Whether the SDL and the operations' documents are served as MCP resources. @default false */
  readonly resources?: boolean;
  /** Globs of Markdown files with front matter, served as MCP prompts. */
  readonly prompts?: string | readonly string[];
}

/** One GraphQL API: its schema, the operations it offers as tools, and how it is reached. */
export interface UpstreamOptions {
  /**
   * Globs of SDL files, or of one introspection result (`.json`). Without it the schema is
   * introspected from `endpoint`.
   */
  readonly schema?: string | readonly string[];
  /** How a schema that comes from `endpoint` is fetched and kept. */
  readonly introspection?: IntrospectionOptions;
  /**
   * Globs of operation files.
   * @default 'operations/**\/*.graphql', or 'operations/<name>/**\/*.graphql' below `upstreams`; none where `manifests` or `inlineOperations` is given
   */
  readonly operations?: string | readonly string[];
  /** Globs of persisted-query manifests: Apollo, Relay, graphql-codegen, Hive. */
  readonly manifests?: string | readonly string[];
  /** Operations written in the configuration itself: GraphQL text, one or more operations each. */
  readonly inlineOperations?: readonly string[];
  /** URL of the GraphQL API; `example:films` is the API that ships with the gateway. */
  readonly endpoint?: string;
  /** Headers sent with every request; values may hold `${env:NAME}`. */
  readonly headers?: { readonly [name: string]: string };
  /** Headers of the caller's request that are passed on: its name → the name upstream. */
  readonly forwardHeaders?: { readonly [name: string]: string };
  /**
   * Which mutations become tools: all that are in operation files, only those that carry
   * `@mcpTool`, or none. Mutations of manifests need `explicit` or `all` written here.
   * @default 'all'
   */
  readonly mutations?: 'all' | 'explicit' | 'none';
  /**
   * `lenient` also serves operations that graphql-js refuses though servers accept them
   * (fields of one name with different types on concrete types that cannot overlap).
   * @default 'strict'
   */
  readonly validation?: 'strict' | 'lenient';
  /** JSON Schema of a custom scalar's values, by scalar name. */
  readonly scalars?: { readonly [name: string]: JsonSchema };
  /** Settings by operation name, for files one may not touch; they win over `@mcpTool`. */
  readonly tools?: { readonly [operation: string]: ToolOptions };
  /** Put before every tool name; without it, names are prefixed only where they would clash. */
  readonly prefix?: string;
  /** Deadline of a call, in milliseconds; most clients give up after 60 seconds. @default 50_000 */
  readonly timeoutMs?: number;
  /** How the API is spoken to. */
  readonly http?: HttpOptions;
  /**
   * What is sent: the document, its hash (automatic persisted queries, with the document when the
   * server asks for it), or only its id, as `documentId` or in Apollo's extension.
   * @default 'document'
   */
  readonly persisted?: 'document' | 'apq' | 'documentId' | 'apolloId';
  /**
   * Put before every id that is sent: `my-app~1.0.0~` makes ids of a Hive app deployment of the
   * hashes in its manifest.
   */
  readonly persistedPrefix?: string;
  /**
   * What happens with an answer that contradicts the tool's output schema: `enforce` turns it into
   * an `UPSTREAM_MISMATCH` error with the answer as text, `warn` serves it as it is, which strict
   * clients refuse whole, and `off` does not look.
   * @default 'enforce'
   */
  readonly validateOutput?: 'off' | 'warn' | 'enforce';
  /** Names of the upstream's `extensions` that results carry. @default [] */
  readonly keepExtensions?: readonly string[];
  /**
   * Whether an explicit null for an argument counts as absent, for APIs where null means "clear".
   * @default false
   */
  readonly nullAsAbsent?: boolean;
}

/** How an introspected schema is fetched and kept. */
export interface IntrospectionOptions {
  /** Headers of the introspection request alone, beside the upstream's `headers`. */
  readonly headers?: { readonly [name: string]: string };
  /**
   * Where the last good schema is kept; `false` keeps none.
   * @default '.graphql-mcp-gateway/schema-<upstream>.json'
   */
  readonly cacheFile?: string | boolean;
  /** Time between refreshes, in milliseconds; 0 never refreshes. @default 0 */
  readonly refreshMs?: number;
  /** Attempts at start before the cached copy is used. @default 5 */
  readonly attempts?: number;
}

/** How an upstream is spoken to. */
export interface HttpOptions {
  /** How queries are sent: `GET` puts them in the URL; mutations are always posted. @default 'POST' */
  readonly method?: 'POST' | 'GET';
  /** Calls under way at once; more wait. @default 128 */
  readonly maxConcurrent?: number;
  /** Calls that wait at once; more are refused as UNAVAILABLE. @default 512 */
  readonly maxQueued?: number;
  /**
   * Attempts of a query in all; 1 never retries. Mutations are not retried once bytes were sent.
   * @default 3
   */
  readonly attempts?: number;
  /**
   * Failures in a row after which calls fail at once for `breakerMs`; 0 turns the breaker off.
   * @default 10
   */
  readonly breakerFailures?: number;
  /** How long calls fail at once before the API is tried again, in milliseconds. @default 5_000 */
  readonly breakerMs?: number;
  /** Largest answer read, in bytes after decompression. @default 16_777_216 */
  readonly maxResponseBytes?: number;
  /** Whether identical queries of one caller that are under way share one request. @default false */
  readonly shareInFlight?: boolean;
  /** File of PEM certificates trusted beside the system's. */
  readonly caFile?: string;
  /** Largest file of an `Upload` variable, in bytes. @default 1_048_576 */
  readonly maxUploadBytes?: number;
}

/** Where and how the gateway is served. */
export interface ServerOptions {
  /** Address to listen on; anything but a loopback address is open to the network. @default '127.0.0.1' */
  readonly host?: string;
  /** Port to listen on; 0 takes a free one. @default 4000 */
  readonly port?: number;
  /** Path of the MCP endpoint. @default '/mcp' */
  readonly path?: string;
  /**
   * Origins of web pages that may call, such as `https://app.example`; `*` allows all.
   * @default [], and always loopback origins on a loopback bind
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Values of the `Host` header that are served; `*` allows all.
   * @default loopback names on a loopback bind, else all
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Whether HTTP+SSE of protocol revision 2024-11-05 is served.
   * @default true on a loopback bind, else false
   */
  readonly sse?: boolean;
  /** Path of the event stream of HTTP+SSE. @default '/sse' */
  readonly ssePath?: string;
  /**
   * How HTTP+SSE names its POST address: `/messages?sessionId=…` (`query`) or `/message/…` (`path`).
   * @default 'query'
   */
  readonly sseMessageStyle?: 'query' | 'path';
  /**
   * Whether GET streams of protocol revisions 2025-03-26 to 2025-11-25 are served; they carry
   * `tools/list_changed`.
   * @default false
   */
  readonly streams?: boolean;
  /** Streams of all kinds open at once. @default 1_000 */
  readonly maxStreams?: number;
  /** How long running calls may take after SIGTERM, in milliseconds. @default 10_000 */
  readonly drainMs?: number;
  /** Processes that serve. @default 1 */
  readonly workers?: number;
  /** Whether sources are watched and reloaded. @default true */
  readonly watch?: boolean;
}

/** Who may call. */
export interface AuthOptions {
  /** Whether callers without a valid token are refused with 401. @default false */
  readonly required?: boolean;
  /** Bearer tokens, each standing for one caller. @default [] */
  readonly tokens?: readonly TokenOptions[];
}

/** One bearer token and the caller it stands for. */
export interface TokenOptions {
  /** The token; `${env:NAME}` keeps it out of the file. */
  readonly token: string;
  /** Who the caller is. */
  readonly subject: string;
  /** Claims of the caller, by name; `fromClaim` reads them. */
  readonly claims?: { readonly [name: string]: unknown };
  /** Scopes of the caller. @default [] */
  readonly scopes?: readonly string[];
}

/** Bounds on what is read, answered and advertised. */
export interface LimitOptions {
  /** Largest request body, in bytes. @default 1_048_576 */
  readonly maxBodyBytes?: number;
  /** Largest result, in bytes; above it the call is an error that says how to narrow. @default 100_000 */
  readonly maxResultBytes?: number;
  /** Largest tool schema, in bytes. @default 32_768 */
  readonly maxSchemaBytes?: number;
  /** Most nodes in a tool schema. @default 1_500 */
  readonly maxSchemaNodes?: number;
  /** Tools in one answer of `tools/list`. @default 500 */
  readonly toolsPageSize?: number;
}
