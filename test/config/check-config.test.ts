import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/core/diagnostic.ts';
import { prepare, refusalOf } from './findings.ts';

const refused: readonly (readonly [title: string, file: string, lines: readonly string[]])[] = [
  [
    'a configuration that names no API',
    'name: films',
    [
      'gateway.yaml:1:1: error CONFIG_NO_SCHEMA: Neither "schema" nor "endpoint" says which GraphQL API to serve. Give the URL of the API as "endpoint", or the SDL files as "schema".',
    ],
  ],
  [
    'an upstream that names no API',
    'upstreams:\n  films: { endpoint: http://a }\n  books: { prefix: b }',
    [
      'gateway.yaml:3:3: error CONFIG_NO_SCHEMA: "upstreams.books" has neither "schema" nor "endpoint". Give the URL of the API as "endpoint", or the SDL files as "schema".',
    ],
  ],
  [
    'upstreams without any',
    'upstreams: {}',
    [
      'gateway.yaml:1:1: error CONFIG_NO_UPSTREAM: "upstreams" names no GraphQL API. Add one by name, or remove it and write "schema" and "endpoint" at the top level.',
    ],
  ],
  [
    'options of an upstream beside upstreams',
    'upstreams:\n  films: { endpoint: http://a }\nheaders: { a: b }\ntimeoutMs: 5',
    [
      'gateway.yaml:3:1: error CONFIG_MIXED_UPSTREAMS: "headers" cannot stand beside "upstreams". Write it below the upstream that it is meant for.',
      'gateway.yaml:4:1: error CONFIG_MIXED_UPSTREAMS: "timeoutMs" cannot stand beside "upstreams". Write it below the upstream that it is meant for.',
    ],
  ],
  [
    'a password in the URL, without showing it',
    'endpoint: https://ada:s3cret@films.example/graphql',
    [
      'gateway.yaml:1:1: error CONFIG_CREDENTIALS_IN_URL: "endpoint" holds a user name or a password, and URLs end up in logs. Send it as a header: headers: { authorization: "${env:API_AUTHORIZATION}" }.',
    ],
  ],
  [
    'a URL that cannot be parsed',
    'endpoint: http://films.example:99999/graphql',
    [
      'gateway.yaml:1:1: error CONFIG_WRONG_VALUE: "endpoint" is not a URL that can be parsed. Check the host name and the port.',
    ],
  ],
  [
    'headers that belong to the connection',
    'endpoint: http://a\nforwardHeaders: { Cookie: cookie, Mcp-Session-Id: x, x-tenant: x-tenant }',
    [
      'gateway.yaml:2:19: error CONFIG_FORBIDDEN_HEADER: "forwardHeaders.Cookie" cannot be passed on: it belongs to the connection between client and gateway. Remove it; what the API needs can be set under "headers".',
      'gateway.yaml:2:35: error CONFIG_FORBIDDEN_HEADER: "forwardHeaders["Mcp-Session-Id"]" cannot be passed on: it belongs to the connection between client and gateway. Remove it; what the API needs can be set under "headers".',
    ],
  ],
  [
    'headers that are passed on under a name they cannot have',
    'endpoint: http://a\nforwardHeaders: { x-length: Content-Length }',
    [
      'gateway.yaml:2:19: error CONFIG_FORBIDDEN_HEADER: "forwardHeaders["x-length"]" cannot be passed on: it belongs to the connection between client and gateway. Remove it; what the API needs can be set under "headers".',
    ],
  ],
  [
    "the gateway's own token sent on",
    'endpoint: http://a\nforwardHeaders: { Authorization: authorization }\nauth: { tokens: [{ token: t, subject: ada }] }',
    [
      'gateway.yaml:2:19: error CONFIG_FORBIDDEN_HEADER: "forwardHeaders.Authorization" would send the token that opens the gateway ("auth.tokens") to the API. Let callers send their token for the API in a header of another name, and map that one.',
    ],
  ],
  [
    'an argument that comes from two places',
    'endpoint: http://a\ntools:\n  AddFilm:\n    params:\n      owner: { fromClaim: sub, fromEnv: OWNER }',
    [
      'gateway.yaml:5:7: error CONFIG_TWO_BINDINGS: "tools.AddFilm.params.owner" takes its value from several places: fromClaim, fromEnv. Keep one of them.',
    ],
  ],
  [
    'paths that are taken',
    'endpoint: http://a\nserver: { path: /health, ssePath: /health }',
    [
      'gateway.yaml:2:11: error CONFIG_PATH_TAKEN: "server.path" is /health, which the gateway answers itself. Choose another path.',
      'gateway.yaml:2:26: error CONFIG_PATH_TAKEN: "server.ssePath" is /health, which the gateway answers itself. Choose another path.',
      'gateway.yaml:2:26: error CONFIG_PATH_TAKEN: "server.ssePath" is the path of the MCP endpoint. Choose another path.',
    ],
  ],
  [
    'paths that are taken but for a slash',
    'endpoint: http://a\nserver: { path: /health/, ssePath: /health/ }',
    [
      'gateway.yaml:2:11: error CONFIG_PATH_TAKEN: "server.path" is /health/, which the gateway answers itself. Choose another path.',
      'gateway.yaml:2:27: error CONFIG_PATH_TAKEN: "server.ssePath" is the path of the MCP endpoint. Choose another path.',
    ],
  ],
  [
    'origins that no browser sends',
    'endpoint: http://a\nserver:\n  allowedOrigins:\n    - https://app.example/\n    - app.example\n    - "*"\n    - http://localhost:3000',
    [
      'gateway.yaml:4:7: error CONFIG_WRONG_ORIGIN: "server.allowedOrigins[0]" is "https://app.example/", which no browser sends as an origin. Write https://app.example.',
      'gateway.yaml:5:7: error CONFIG_WRONG_ORIGIN: "server.allowedOrigins[1]" is "app.example", which no browser sends as an origin. Write scheme, host and port, such as https://app.example or http://localhost:3000.',
    ],
  ],
  [
    'a token for two callers, without showing it',
    'endpoint: http://a\nauth:\n  tokens:\n    - { token: s3cret, subject: ada }\n    - { token: s3cret, subject: bob }',
    [
      'gateway.yaml:5:9: error CONFIG_REPEATED_TOKEN: "auth.tokens[1].token" is the token of another caller too. Give each caller a token of its own.',
    ],
  ],
  [
    'required tokens without any',
    'endpoint: http://a\nauth: { required: true }',
    [
      'gateway.yaml:2:9: error CONFIG_NO_TOKENS: "auth.required" refuses every caller, for there are no tokens. Add tokens under auth.tokens.',
    ],
  ],
];

describe('checkConfig', () => {
  it.each(refused)('refuses %s', async (_, file, lines) => {
    expect(await refusalOf(() => prepare(file))).toEqual(lines);
  });

  it("warns of passing the caller's credentials on", () => {
    const { diagnostics } = prepare(
      'endpoint: http://a\nforwardHeaders:\n  authorization: authorization\n  x-api-key: x-key',
    );
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      'gateway.yaml:3:3: warning CONFIG_SENSITIVE_HEADER: "forwardHeaders.authorization" passes the caller\'s credentials on to the API. Keep it only if callers sign in to this very API.',
      'gateway.yaml:4:3: warning CONFIG_SENSITIVE_HEADER: "forwardHeaders["x-api-key"]" passes the caller\'s credentials on to the API. Keep it only if callers sign in to this very API.',
    ]);
  });

  it('warns of a gateway that is open to the network', () => {
    const file = 'endpoint: http://a\nserver: { host: 0.0.0.0 }\n';
    expect(prepare(file).diagnostics.map(formatDiagnostic)).toEqual([
      'gateway.yaml:2:11: warning CONFIG_OPEN_TO_NETWORK: "server.host" opens the gateway to the network at 0.0.0.0, and anybody may call every tool. Give callers tokens and set auth.required, or put a proxy that checks them before it.',
    ]);
    const closed = 'auth: { required: true, tokens: [{ token: t, subject: ada }] }';
    expect(prepare(file + closed).diagnostics).toEqual([]);
  });

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '"::1"', '"[::1]"'])(
    'takes %s for an address of this machine',
    (host) => {
      const { config, diagnostics } = prepare(`endpoint: http://a\nserver: { host: ${host} }`);
      expect(diagnostics).toEqual([]);
      expect(config.server.loopback).toBe(true);
    },
  );
});
