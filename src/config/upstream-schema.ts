import {
  choice,
  count,
  duration,
  flag,
  globs,
  group,
  mapOf,
  members,
  text,
  texts,
  type OptionSchema,
} from './option-schema.ts';

/** A header's name, by the grammar of RFC 9110 section 5.6.2. */
const headerName: OptionSchema = {
  type: 'string',
  pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
  patternErrorMessage: 'the name of an HTTP header',
};

/** A header's value; a line break in it would start another header. */
const headerValue: OptionSchema = {
  type: 'string',
  pattern: '^[\\t -~\\u0080-\\u00ff]*$',
  patternErrorMessage: 'one line of text, of characters up to U+00FF',
};

const graphqlName: OptionSchema = {
  type: 'string',
  pattern: '^[_A-Za-z][_0-9A-Za-z]*$',
  patternErrorMessage: 'a GraphQL name: letters, digits and underscores',
};

/** The options of one upstream: they stand at the top level, or below a name in `upstreams`. */
export const upstreamProperties: { readonly [name: string]: OptionSchema } = {
  schema: globs(
    'Globs of SDL files, or of one introspection result (`.json`). Without it the schema is introspected from `endpoint`.',
  ),
  introspection: group(
    'How a schema that comes from `endpoint` is fetched and kept.',
    'IntrospectionOptions',
  ),
  operations: globs('Globs of operation files.', {
    'x-default':
      "'operations/**/*.graphql', or 'operations/<name>/**/*.graphql' below `upstreams`; none where `manifests` or `inlineOperations` is given",
  }),
  manifests: globs('Globs of persisted-query manifests: Apollo, Relay, graphql-codegen, Hive.'),
  inlineOperations: texts(
    'Operations written in the configuration itself: GraphQL text, one or more operations each.',
  ),
  endpoint: text(
    'URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
    {
      pattern:
        '^([Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000-\\u001f/?#][^\\s\\u0000-\\u001f]*|example:films)$',
      patternErrorMessage: 'a URL that starts with http:// or https://, or example:films',
    },
  ),
  headers: mapOf('Headers sent with every request; values may hold `${env:NAME}`.', headerValue, {
    propertyNames: headerName,
  }),
  forwardHeaders: mapOf(
    "Headers of the caller's request that are passed on: its name → the name upstream.",
    headerName,
    { propertyNames: headerName },
  ),
  mutations: choice(
    'Which mutations become tools: all that are in operation files, only those that carry `@mcpTool`, or none. Mutations of manifests need `explicit` or `all` written here.',
    ['all', 'explicit', 'none'],
    'all',
  ),
  validation: choice(
    '`lenient` also serves operations that graphql-js refuses though servers accept them (fields of one name with different types on concrete types that cannot overlap).',
    ['strict', 'lenient'],
    'strict',
  ),
  scalars: mapOf(
    "JSON Schema of a custom scalar's values, by scalar name.",
    { type: 'object' },
    { propertyNames: graphqlName },
  ),
  tools: mapOf(
    'Settings by operation name, for files one may not touch; they win over `@mcpTool`.',
    { $ref: '#/$defs/ToolOptions' },
    { propertyNames: graphqlName },
  ),
  prefix: {
    type: 'string',
    description:
      'Put before every tool name; without it, names are prefixed only where they would clash.',
    pattern: '^([A-Za-z][A-Za-z0-9_]{0,31})?$',
    patternErrorMessage: 'at most 32 letters, digits and underscores that start with a letter',
  },
  timeoutMs: duration(
    'Deadline of a call, in milliseconds; most clients give up after 60 seconds.',
    { minimum: 1, default: 50_000 },
  ),
  http: group('How the API is spoken to.', 'HttpOptions'),
  persisted: choice(
    "What is sent: the document, its hash (automatic persisted queries, with the document when the server asks for it), or only its id, as `documentId` or in Apollo's extension.",
    ['document', 'apq', 'documentId', 'apolloId'],
    'document',
  ),
  persistedPrefix: text(
    'Put before every id that is sent: `my-app~1.0.0~` makes ids of a Hive app deployment of the hashes in its manifest.',
  ),
  validateOutput: choice(
    "What happens with an answer that contradicts the tool's output schema: `enforce` turns it into an `UPSTREAM_MISMATCH` error with the answer as text, `warn` serves it as it is, which strict clients refuse whole, and `off` does not look.",
    ['off', 'warn', 'enforce'],
    'enforce',
  ),
  keepExtensions: texts("Names of the upstream's `extensions` that results carry.", {
    default: [],
  }),
  nullAsAbsent: flag(
    'Whether an explicit null for an argument counts as absent, for APIs where null means "clear".',
    { default: false },
  ),
};

export const upstreamDefinitions: { readonly [name: string]: OptionSchema } = {
  UpstreamOptions: members(
    'One GraphQL API: its schema, the operations it offers as tools, and how it is reached.',
    upstreamProperties,
  ),
  IntrospectionOptions: members('How an introspected schema is fetched and kept.', {
    headers: mapOf(
      "Headers of the introspection request alone, beside the upstream's `headers`.",
      headerValue,
      { propertyNames: headerName },
    ),
    cacheFile: {
      type: ['string', 'boolean'],
      description: 'Where the last good schema is kept; `false` keeps none.',
      minLength: 1,
      'x-default': "'.graphql-mcp-gateway/schema-<upstream>.json'",
    },
    refreshMs: duration('Time between refreshes, in milliseconds; 0 never refreshes.', {
      default: 0,
    }),
    attempts: count('Attempts at start before the cached copy is used.', {
      default: 5,
      maximum: 100,
    }),
  }),
  HttpOptions: members('How an upstream is spoken to.', {
    method: choice(
      'How queries are sent: `GET` puts them in the URL; mutations are always posted.',
      ['POST', 'GET'],
      'POST',
    ),
    maxConcurrent: count('Calls under way at once; more wait.', { default: 128 }),
    maxQueued: count('Calls that wait at once; more are refused as UNAVAILABLE.', {
      minimum: 0,
      default: 512,
    }),
    attempts: count(
      'Attempts of a query in all; 1 never retries. Mutations are not retried once bytes were sent.',
      { default: 3, maximum: 20 },
    ),
    breakerFailures: count(
      'Failures in a row after which calls fail at once for `breakerMs`; 0 turns the breaker off.',
      { minimum: 0, default: 10 },
    ),
    breakerMs: duration(
      'How long calls fail at once before the API is tried again, in milliseconds.',
      { default: 5_000 },
    ),
    maxResponseBytes: count('Largest answer read, in bytes after decompression.', {
      default: 16_777_216,
    }),
    shareInFlight: flag(
      'Whether identical queries of one caller that are under way share one request.',
      { default: false },
    ),
    caFile: text("File of PEM certificates trusted beside the system's."),
    maxUploadBytes: count('Largest file of an `Upload` variable, in bytes.', {
      default: 1_048_576,
    }),
  }),
};
