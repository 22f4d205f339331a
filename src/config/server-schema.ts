import {
  choice,
  count,
  duration,
  flag,
  mapOf,
  members,
  text,
  texts,
  type OptionSchema,
} from './option-schema.ts';

/** A path that a request line can carry as it is. */
const urlPath = {
  pattern: '^/[A-Za-z0-9._~!$&(),;=@/-]*$',
  patternErrorMessage: 'a path that starts with /, such as /mcp',
};

/** Settings of serving: where, to whom, and how much. */
export const serverDefinitions: { readonly [name: string]: OptionSchema } = {
  ServerOptions: members('Where and how the gateway is served.', {
    host: text('Address to listen on; anything but a loopback address is open to the network.', {
      default: '127.0.0.1',
    }),
    port: count('Port to listen on; 0 takes a free one.', {
      minimum: 0,
      maximum: 65_535,
      default: 4000,
    }),
    path: text('Path of the MCP endpoint.', { default: '/mcp', ...urlPath }),
    allowedOrigins: texts(
      'Origins of web pages that may call, such as `https://app.example`; `*` allows all.',
      { 'x-default': '[], and always loopback origins on a loopback bind' },
    ),
    allowedHosts: texts('Values of the `Host` header that are served; `*` allows all.', {
      'x-default': 'loopback names on a loopback bind, else all',
    }),
    sse: flag('Whether HTTP+SSE of protocol revision 2024-11-05 is served.', {
      'x-default': 'true on a loopback bind, else false',
    }),
    ssePath: text('Path of the event stream of HTTP+SSE.', { default: '/sse', ...urlPath }),
    sseMessageStyle: choice(
      'How HTTP+SSE names its POST address: `/messages?sessionId=…` (`query`) or `/message/…` (`path`).',
      ['query', 'path'],
      'query',
    ),
    streams: flag(
      'Whether GET streams of protocol revisions 2025-03-26 to 2025-11-25 are served; they carry `tools/list_changed`.',
      { default: false },
    ),
    maxStreams: count('Streams of all kinds open at once.', { minimum: 0, default: 1_000 }),
    drainMs: duration('How long running calls may take after SIGTERM, in milliseconds.', {
      default: 10_000,
    }),
    workers: count('Processes that serve.', { default: 1, maximum: 256 }),
    watch: flag('Whether sources are watched and reloaded.', { default: true }),
  }),
  AuthOptions: members('Who may call.', {
    required: flag('Whether callers without a valid token are refused with 401.', {
      default: false,
    }),
    tokens: {
      type: 'array',
      description: 'Bearer tokens, each standing for one caller.',
      items: { $ref: '#/$defs/TokenOptions' },
      default: [],
    },
  }),
  TokenOptions: members(
    'One bearer token and the caller it stands for.',
    {
      token: text('The token; `${env:NAME}` keeps it out of the file.', {
        pattern: '^[A-Za-z0-9._~+/-]+=*$',
        patternErrorMessage: 'letters, digits and -._~+/ only, for HTTP carries nothing else',
      }),
      subject: text('Who the caller is.'),
      claims: mapOf('Claims of the caller, by name; `fromClaim` reads them.', true),
      scopes: texts('Scopes of the caller.', { default: [] }),
    },
    ['token', 'subject'],
  ),
  LimitOptions: members('Bounds on what is read, answered and advertised.', {
    maxBodyBytes: count('Largest request body, in bytes.', { default: 1_048_576 }),
    maxResultBytes: count(
      'Largest result, in bytes; above it the call is an error that says how to narrow.',
      { default: 100_000 },
    ),
    maxSchemaBytes: count('Largest tool schema, in bytes.', { default: 32_768 }),
    maxSchemaNodes: count('Most nodes in a tool schema.', { default: 1_500 }),
    toolsPageSize: count('Tools in one answer of `tools/list`.', { default: 500 }),
  }),
};
