import type { Classification } from '../core/classification.ts';
import type { JsonSchema } from '../core/json-schema.ts';
import type { PartialResults } from '../core/tool.ts';
import type { AccessTokenOptions, Milliseconds } from './model/token-options.ts';

/** One GraphQL API: its schema, the operations that become tools, and how it is called. */
export interface UpstreamOptions {
  /**
   * Globs of SDL files, or of one introspection result (`.json`). Without it the schema is
   * introspected from `endpoint`.
   */
  readonly schema?: string | readonly string[];
  /** How a schema that comes from `endpoint` is fetched and cached. */
  readonly introspection?: IntrospectionOptions;
  /**
   * Globs of operation files.
   * @default `operations/**\/*.graphql`, or `operations/<name>/**\/*.graphql` below `upstreams`; none if `manifests` or `inlineOperations` is set
   */
  readonly operations?: string | readonly string[];
  /** Globs of persisted-query manifests: Apollo, Relay, graphql-codegen, Hive. */
  readonly manifests?: string | readonly string[];
  /** GraphQL documents, each with one or more operations. */
  readonly inlineOperations?: readonly string[];
  /** URL of the GraphQL API; `example:films` is the API that ships with the gateway. */
  readonly endpoint?: EndpointUrl;
  /**
   * Headers sent with every request; values may contain `${env:NAME}`, and values of the caller:
   * `${claim:NAME}` and `${header:NAME}`. A call without such a value is refused, unless there is a
   * fallback: `${claim:role:-user}`.
   */
  readonly headers?: { readonly [name: HeaderName]: HeaderValue };
  /** The access token that is sent to the API, instead of `headers.authorization`. */
  readonly accessToken?: AccessTokenOptions;
  /** Headers of the caller's request to forward: name in the request → name upstream. */
  readonly forwardHeaders?: { readonly [name: HeaderName]: HeaderName };
  /**
   * Which mutations become tools: all that are in operation files, only those with `@mcpTool`, or
   * none. Mutations of manifests become tools only if `explicit` or `all` is set.
   * @default 'all'
   */
  readonly mutations?: 'all' | 'explicit' | 'none';
  /**
   * `lenient` also accepts operations that graphql-js rejects although servers accept them (fields
   * of one name with different types on concrete types that cannot overlap).
   * @default 'strict'
   */
  readonly validation?: 'strict' | 'lenient';
  /** JSON Schemas for the values of custom scalars, by scalar name. */
  readonly scalars?: { readonly [name: GraphQLName]: JsonSchema };
  /** Settings of tools by operation name, for files that cannot be edited; they override `@mcpTool`. */
  readonly tools?: { readonly [operation: GraphQLName]: ToolOptions };
  /**
   * Environment variables that operations may bind with `fromEnv`, by name. Each binding sends the
   * value to the API.
   * @default []
   */
  readonly bindableEnvironment?: readonly string[];
  /** Prefix of every tool name; if not set, names are prefixed only where they would clash. */
  readonly prefix?: ToolPrefix;
  /** Timeout of a call, in milliseconds; most clients give up after 60 seconds. @default 50_000 @minimum 1 */
  readonly timeoutMs?: Milliseconds;
  /** How HTTP requests are sent to the API. */
  readonly http?: HttpOptions;
  /**
   * Form of the query in requests: the document, its hash (automatic persisted queries, with the
   * document when the server asks for it), or only its id, as `documentId` or in Apollo's extension.
   * @default 'document'
   */
  readonly persisted?: 'document' | 'apq' | 'documentId' | 'apolloId';
  /**
   * Prefix of every id that is sent: `my-app~1.0.0~` turns the hashes of a manifest into ids of a
   * Hive app deployment.
   */
  readonly persistedPrefix?: string;
  /**
   * Handling of answers that do not match the tool's output schema: `enforce` turns them into an
   * `UPSTREAM_MISMATCH` error with the answer as text, `warn` serves them unchanged, which strict
   * clients refuse, and `off` does not validate.
   * @default 'enforce'
   */
  readonly validateOutput?: 'off' | 'warn' | 'enforce';
  /** Names of the upstream's `extensions` that results include. @default [] */
  readonly keepExtensions?: readonly string[];
  /**
   * Rules for errors of the API whose codes or messages the gateway does not know. The first rule that
   * applies wins over the built-in ones.
   * @default []
   */
  readonly errors?: readonly ErrorRule[];
  /**
   * Tools also need the scopes of `@requiresScopes` on the fields that they select, and a caller for
   * `@authenticated`; for SDL files whose scopes are those of the gateway's tokens.
   * @default false
   */
  readonly scopesFromSchema?: boolean;
  /** Treat null for an optional argument as absent, for APIs where null means "clear". @default false */
  readonly nullAsAbsent?: boolean;
}

/** How an introspected schema is fetched and cached. */
export interface IntrospectionOptions {
  /** Headers of introspection requests, in addition to the upstream's `headers`. */
  readonly headers?: { readonly [name: HeaderName]: HeaderValue };
  /**
   * File that stores the last valid schema; `false` stores none.
   * @default `.graphql-mcp-gateway/schema-<upstream>.json`
   */
  readonly cacheFile?: string | boolean;
  /** Time between refreshes, in milliseconds; 0 never refreshes. @default 0 */
  readonly refreshMs?: Milliseconds;
}

/** How HTTP requests are sent to the API. */
export interface HttpOptions {
  /** HTTP method of queries: `GET` puts them in the URL, for caches; mutations use `POST`. @default 'POST' */
  readonly method?: 'POST' | 'GET';
  /**
   * Maximum number of concurrent calls; more are queued. A caller gets at most four fifths of them.
   * @default 128
   */
  readonly maxConcurrent?: number;
  /**
   * Maximum number of queued calls; more of the caller with the longest queue are refused as
   * UNAVAILABLE. A call counts once for every 16 KiB of its arguments.
   * @default 10_000 @minimum 0
   */
  readonly maxQueued?: number;
  /**
   * Attempts of a query, and of introspection at start; 1 never retries. Mutations are not retried
   * once bytes were sent.
   * @default 3 @maximum 20
   */
  readonly attempts?: number;
  /**
   * Consecutive failures after which calls fail immediately for `breakerMs`; 0 disables the
   * circuit breaker.
   * @default 10 @minimum 0
   */
  readonly breakerFailures?: number;
  /** Time that calls fail immediately before the API is tried again, in milliseconds. @default 5_000 */
  readonly breakerMs?: Milliseconds;
  /**
   * Maximum size of an answer, in bytes after decompression. Answers of tools without `content` must
   * not exceed four times `limits.maxResultBytes` either.
   * @default 16_777_216
   */
  readonly maxResponseBytes?: number;
  /** Share one request among identical concurrent queries of a caller. @default false */
  readonly shareInFlight?: boolean;
  /** File of PEM certificates that are trusted in addition to the system's. */
  readonly caFile?: string;
  /** Maximum size of a file of an `Upload` variable, in bytes. @default 1_048_576 */
  readonly maxUploadBytes?: number;
}

/** The classification of errors with a code or message; if both are set, both must match. */
export interface ErrorRule {
  /** Code of the error, wherever it contains one; `*` stands for any text, and case is ignored. */
  readonly code?: string;
  /** Message of the error; `*` stands for any text, and case is ignored. */
  readonly message?: string;
  /** What kind of failure it is. */
  readonly classification: Classification;
  /** The next move of the agent, in a sentence. @default the advice for the classification */
  readonly advice?: string;
}

/** Settings of a tool, as in `@mcpTool` and `@mcpParam`. */
export interface ToolOptions {
  /** Name of the tool; the name of the operation if not set. */
  readonly name?: string;
  /** Title for people. */
  readonly title?: string;
  /** Description for models. */
  readonly description?: string;
  /** The tool changes nothing. @default true for queries, false for mutations */
  readonly readOnly?: boolean;
  /** The tool may destroy or overwrite data. @default false for queries, true for mutations */
  readonly destructive?: boolean;
  /** Repeated calls have the effect of one. @default true for queries, false for mutations */
  readonly idempotent?: boolean;
  /** The tool reaches beyond a closed set of data, such as the web. @default true */
  readonly openWorld?: boolean;
  /** `REJECT` makes a call with data and errors fail; `ACCEPT` returns both. @default 'REJECT' */
  readonly partialResults?: PartialResults;
  /** Scopes that a caller needs, all of them. @default [] */
  readonly scopes?: readonly string[];
  /** Labels for sorting tools; not visible to clients. @default [] */
  readonly tags?: readonly string[];
  /** Omit the tool from `tools/list`; it can still be called by name. @default false */
  readonly hidden?: boolean;
  /** Timeout of a call of this tool, in milliseconds. @default the upstream's `timeoutMs` @minimum 1 */
  readonly timeoutMs?: Milliseconds;
  /** Fields of the answer that clients receive as images, audio or files. @default [] */
  readonly content?: readonly ContentOptions[];
  /** Settings of arguments, by variable name. */
  readonly params?: { readonly [variable: string]: ParamOptions };
}

/** A field of the answer that contains an image, audio or a file. */
export interface ContentOptions {
  /** Response names from the root, joined by dots: `movie.poster`. */
  readonly field: string;
  /** Media type: `image/png`. Values are decoded from Base64, except `text/*`. */
  readonly mimeType: string;
}

/** Settings of a variable, as in `@mcpParam`. */
export interface ParamOptions {
  /** Name of the argument; the name of the variable if not set. */
  readonly name?: string;
  /** Description of the argument for models. */
  readonly description?: string;
  /** Example values for models. */
  readonly examples?: readonly unknown[];
  /** Protocol revision 2026-07-28: clients mirror the argument in header `Mcp-Param-<this>`. */
  readonly mcpHeader?: string;
  /** Takes the value from this claim of the caller's token; hidden from models. */
  readonly fromClaim?: string;
  /**
   * Takes the value from this header of the caller's request; hidden from models. Headers with
   * credentials are not allowed if the gateway authenticates callers.
   */
  readonly fromHeader?: string;
  /** Takes the value from this environment variable, which `bindableEnvironment` lists; hidden from models. */
  readonly fromEnv?: string;
}

/**
 * The name of an HTTP header (RFC 9110, section 5.6.2).
 *
 * @pattern ^[!#$%&'*+.^_`|~0-9A-Za-z-]+$
 * @expected the name of an HTTP header
 */
type HeaderName = string;

/**
 * The value of an HTTP header; a line break in it would start another header.
 *
 * @pattern ^[\t -~\u0080-\u00ff]*$
 * @expected one line of text, of characters up to U+00FF
 */
type HeaderValue = string;

/**
 * A name of GraphQL.
 *
 * @pattern ^[_A-Za-z][_0-9A-Za-z]*$
 * @expected a GraphQL name: letters, digits and underscores
 */
type GraphQLName = string;

/**
 * A prefix of tool names; the empty text turns prefixes off.
 *
 * @pattern ^([A-Za-z][A-Za-z0-9_]{0,31})?$
 * @expected at most 32 letters, digits and underscores that start with a letter
 */
type ToolPrefix = string;

/**
 * An absolute URL, or the address of the example.
 *
 * @pattern ^([Hh][Tt][Tt][Pp][Ss]?://[^\s\u0000-\u001f/?#][^\s\u0000-\u001f]*|example:films)$
 * @expected a URL that starts with http:// or https://, or example:films
 */
type EndpointUrl = string;
