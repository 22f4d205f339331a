import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/core/diagnostic.ts';
import { prepare, refusalOf } from './prepare.ts';

const rejected: readonly (readonly [title: string, file: string, lines: readonly string[]])[] = [
  [
    'a configuration without an API',
    'name: films',
    [
      'gateway.yaml:1:1: error CONFIG_NO_SCHEMA: The configuration has neither "schema" nor "endpoint". Set "endpoint" to the URL of the API, or "schema" to its SDL files.',
    ],
  ],
  [
    'an upstream without an API',
    'upstreams:\n  films: { endpoint: http://a }\n  books: { prefix: b }',
    [
      'gateway.yaml:3:3: error CONFIG_NO_SCHEMA: "upstreams.books" has neither "schema" nor "endpoint". Set "endpoint" to the URL of the API, or "schema" to its SDL files.',
    ],
  ],
  [
    'an empty map of upstreams',
    'upstreams: {}',
    [
      'gateway.yaml:1:1: error CONFIG_NO_UPSTREAM: "upstreams" is empty. Add an API by name, or remove "upstreams" and set "schema" and "endpoint" at the top level.',
    ],
  ],
  [
    'options of an upstream together with upstreams',
    'upstreams:\n  films: { endpoint: http://a }\nheaders: { a: b }\ntimeoutMs: 5',
    [
      'gateway.yaml:3:1: error CONFIG_MIXED_UPSTREAMS: "headers" is not allowed at the top level together with "upstreams". Move the option to one of the upstreams.',
      'gateway.yaml:4:1: error CONFIG_MIXED_UPSTREAMS: "timeoutMs" is not allowed at the top level together with "upstreams". Move the option to one of the upstreams.',
    ],
  ],
  [
    'a password in the URL, without showing it',
    'endpoint: https://ada:s3cret@films.example/graphql',
    [
      'gateway.yaml:1:1: error CONFIG_CREDENTIALS_IN_URL: "endpoint" contains a user name or a password, and URLs appear in logs. Send it as a header: headers: { authorization: "${env:API_AUTHORIZATION}" }.',
    ],
  ],
  [
    'a URL that cannot be parsed',
    'endpoint: http://films.example:99999/graphql',
    [
      'gateway.yaml:1:1: error CONFIG_WRONG_VALUE: "endpoint" is not a valid URL. Check the host name and the port.',
    ],
  ],
  [
    'headers that belong to the connection',
    'endpoint: http://a\nforwardHeaders: { Cookie: cookie, Mcp-Session-Id: x, x-tenant: x-tenant }',
    [
      'gateway.yaml:2:19: error CONFIG_FORBIDDEN_HEADER: "forwardHeaders.Cookie" cannot be forwarded: it belongs to the connection between client and gateway. Remove it; set headers that the API needs under "headers".',
      'gateway.yaml:2:35: error CONFIG_FORBIDDEN_HEADER: "forwardHeaders["Mcp-Session-Id"]" cannot be forwarded: it belongs to the connection between client and gateway. Remove it; set headers that the API needs under "headers".',
    ],
  ],
  [
    'headers forwarded under a forbidden name',
    'endpoint: http://a\nforwardHeaders: { x-length: Content-Length }',
    [
      'gateway.yaml:2:19: error CONFIG_FORBIDDEN_HEADER: "forwardHeaders["x-length"]" cannot be forwarded: it belongs to the connection between client and gateway. Remove it; set headers that the API needs under "headers".',
    ],
  ],
  [
    'forwarding of the token of the gateway',
    'endpoint: http://a\nforwardHeaders: { Authorization: authorization }\nauth: { tokens: [{ token: t, subject: ada }] }',
    [
      'gateway.yaml:2:19: error CONFIG_FORBIDDEN_HEADER: "forwardHeaders.Authorization" would send the tokens of the gateway ("auth.tokens") to the API. Let callers send their token for the API in another header, and forward that one.',
    ],
  ],
  [
    'an argument with two sources',
    'endpoint: http://a\ntools:\n  AddFilm:\n    params:\n      owner: { fromClaim: sub, fromEnv: OWNER }',
    [
      'gateway.yaml:5:7: error CONFIG_TWO_BINDINGS: "tools.AddFilm.params.owner" takes its value from several sources: fromClaim, fromEnv. Keep one of them.',
    ],
  ],
  [
    'an argument with a header that carries credentials, if callers have tokens',
    'endpoint: http://a\nauth:\n  tokens: [{ token: abc, subject: ann }]\ntools:\n  AddFilm:\n    params:\n      owner:\n        fromHeader: Authorization',
    [
      'gateway.yaml:8:9: error CONFIG_FORBIDDEN_BINDING: "tools.AddFilm.params.owner.fromHeader" reads the header "Authorization", in which callers send credentials to the gateway. Bind another header, or a claim of the caller: fromClaim.',
    ],
  ],
  [
    'an argument with an environment variable that is not listed',
    'endpoint: http://a\nbindableEnvironment: [REGION]\ntools:\n  AddFilm:\n    params:\n      owner: { fromEnv: OWNER }\n      region: { fromEnv: REGION }',
    [
      'gateway.yaml:6:16: error CONFIG_FORBIDDEN_BINDING: "tools.AddFilm.params.owner.fromEnv" reads the environment variable "OWNER", which "bindableEnvironment" of the configuration does not list. Add it to the configuration if operations may send it to the API: bindableEnvironment: [OWNER].',
    ],
  ],
  ...['/health', '/health/', '/messages', '/sse'].map(
    (path) =>
      [
        `the path ${path} of another endpoint`,
        `endpoint: http://a\nserver: { path: ${path} }`,
        [
          `gateway.yaml:2:11: error CONFIG_PATH_TAKEN: "server.path" is ${path}, which is another endpoint of the gateway. Choose another path.`,
        ],
      ] as const,
  ),
  [
    'HTTP+SSE with several processes',
    'endpoint: http://a\nserver: { sse: true, workers: 2 }',
    [
      'gateway.yaml:2:11: error CONFIG_WRONG_VALUE: "server.sse" needs a single process, because its streams are state of one process. Set "server.workers" to 1, or remove "server.sse".',
    ],
  ],
  [
    'origins that browsers do not send',
    'endpoint: http://a\nserver:\n  allowedOrigins:\n    - https://app.example/\n    - app.example\n    - "*"\n    - http://localhost:3000',
    [
      'gateway.yaml:4:7: error CONFIG_WRONG_ORIGIN: "server.allowedOrigins[0]" is "https://app.example/", which is not an origin that browsers send. Write https://app.example.',
      'gateway.yaml:5:7: error CONFIG_WRONG_ORIGIN: "server.allowedOrigins[1]" is "app.example", which is not an origin that browsers send. Write scheme, host and port, such as https://app.example or http://localhost:3000.',
    ],
  ],
  [
    'a token of two callers, without showing it',
    'endpoint: http://a\nauth:\n  tokens:\n    - { token: s3cret, subject: ada }\n    - { token: s3cret, subject: bob }',
    [
      'gateway.yaml:5:9: error CONFIG_REPEATED_TOKEN: "auth.tokens[1].token" is also the token of another caller. Give each caller a different token.',
    ],
  ],
  [
    'required tokens that are not configured',
    'endpoint: http://a\nauth: { required: true }',
    [
      'gateway.yaml:2:9: error CONFIG_NO_TOKENS: "auth.required" refuses every caller because there are no tokens and no issuers. Add an authorization server under auth.issuers, or tokens under auth.tokens.',
    ],
  ],
];

describe('checkConfig', () => {
  it.each(rejected)('rejects %s', async (_, file, lines) => {
    expect(await refusalOf(() => prepare(file))).toEqual(lines);
  });

  it("warns about forwarding the caller's credentials", () => {
    const { diagnostics } = prepare(
      'endpoint: http://a\nforwardHeaders:\n  authorization: authorization\n  x-api-key: x-key',
    );
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      'gateway.yaml:3:3: warning CONFIG_SENSITIVE_HEADER: "forwardHeaders.authorization" forwards the caller\'s credentials to the API. Keep this only if callers have credentials for this API.',
      'gateway.yaml:4:3: warning CONFIG_SENSITIVE_HEADER: "forwardHeaders["x-api-key"]" forwards the caller\'s credentials to the API. Keep this only if callers have credentials for this API.',
    ]);
  });

  it('warns about a gateway that is open to the network', () => {
    const file = 'endpoint: http://a\nserver: { host: 0.0.0.0 }\n';
    expect(prepare(file).diagnostics.map(formatDiagnostic)).toEqual([
      'gateway.yaml:2:11: warning CONFIG_OPEN_TO_NETWORK: "server.host" opens the gateway to the network at 0.0.0.0; anyone may call every tool. Set auth.required with auth.issuers or auth.tokens, or put an authenticating proxy in front of the gateway.',
    ]);
    const closed = 'auth: { required: true, tokens: [{ token: t, subject: ada }] }';
    expect(prepare(file + closed).diagnostics).toEqual([]);
  });

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '"::1"', '"[::1]"'])(
    'treats %s as an address of this machine',
    (host) => {
      const { config, diagnostics } = prepare(`endpoint: http://a\nserver: { host: ${host} }`);
      expect(diagnostics).toEqual([]);
      expect(config.server.loopback).toBe(true);
    },
  );

  it.each(['te', 'proxy-authorization', 'content-type', 'transfer-encoding', 'Mcp-Session-Id'])(
    'rejects the header %s, set or forwarded',
    async (name) => {
      const lines = await refusalOf(() =>
        prepare(`endpoint: http://a\nheaders: { ${name}: x }\nforwardHeaders: { ${name}: x }`),
      );
      expect(lines.map((line) => line.replace(/:.*(CONFIG_\w+).*/, ' $1'))).toEqual([
        'gateway.yaml CONFIG_FORBIDDEN_HEADER',
        'gateway.yaml CONFIG_FORBIDDEN_HEADER',
      ]);
    },
  );

  it.each(['host', 'cookie', 'accept-encoding'])(
    'rejects the header %s only if it is forwarded',
    async (name) => {
      expect(prepare(`endpoint: http://a\nheaders: { ${name}: x }`).diagnostics).toEqual([]);
      const forwarded = `endpoint: http://a\nforwardHeaders: { ${name}: x }`;
      expect(await refusalOf(() => prepare(forwarded))).toHaveLength(1);
    },
  );

  it('rejects a rule for errors that would apply to all of them', async () => {
    const file = 'endpoint: http://a\nerrors:\n  - { classification: CONFLICT }\n';
    expect(await refusalOf(() => prepare(file))).toEqual([
      'gateway.yaml:3:5: error CONFIG_WRONG_VALUE: "errors[0]" has neither "code" nor "message". Write the code or the message of the errors that it classifies.',
    ]);
  });
});
