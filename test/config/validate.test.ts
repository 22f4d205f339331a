import { describe, expect, it } from 'vitest';
import { sourceOfOptions } from '../../src/config/source.ts';
import { prepareOptions } from '../../src/config/load.ts';
import { prepare, refusalOf } from './prepare.ts';

/** A file, and all that is said about it. */
const rejected: readonly (readonly [title: string, file: string, lines: readonly string[]])[] = [
  [
    'a misspelled option',
    'enpoint: http://localhost/graphql',
    [
      'gateway.yaml:1:1: error CONFIG_UNKNOWN_OPTION: Unknown option "enpoint". Did you mean "endpoint"?',
    ],
  ],
  [
    'a misspelled option of a group',
    'endpoint: http://a\nserver:\n  prot: 4001',
    [
      'gateway.yaml:3:3: error CONFIG_UNKNOWN_OPTION: Unknown option "server.prot". Did you mean "port"?',
    ],
  ],
  [
    'an option in the wrong group',
    'endpoint: http://a\nport: 4001',
    [
      'gateway.yaml:2:1: error CONFIG_UNKNOWN_OPTION: Unknown option "port". Did you mean "server.port"?',
    ],
  ],
  [
    'removed options, with their replacement',
    'endpoint: http://a\nserver: { ssePath: /events }\nintrospection: { attempts: 1 }',
    [
      'gateway.yaml:2:11: error CONFIG_UNKNOWN_OPTION: The option "server.ssePath" was removed. Remove it; HTTP+SSE is served at /sse.',
      'gateway.yaml:3:18: error CONFIG_UNKNOWN_OPTION: The option "introspection.attempts" was removed. Set "http.attempts", which also applies to introspection.',
    ],
  ],
  [
    'an option unlike any other, listing the options',
    'endpoint: http://a\nlimits:\n  xyzzy: 1',
    [
      'gateway.yaml:3:3: error CONFIG_UNKNOWN_OPTION: Unknown option "limits.xyzzy". Options here are maxBodyBytes, maxResultBytes, maxSchemaBytes, maxSchemaNodes, callsPerMinute, toolCallsPerMinute, totalCallsPerMinute, concurrentCalls, toolsPageSize.',
    ],
  ],
  [
    'names of members of every JavaScript object',
    'endpoint: http://a\nlimits:\n  constructor: 1\n  __proto__: {}',
    [
      'gateway.yaml:3:3: error CONFIG_UNKNOWN_OPTION: Unknown option "limits.constructor". Options here are maxBodyBytes, maxResultBytes, maxSchemaBytes, maxSchemaNodes, callsPerMinute, toolCallsPerMinute, totalCallsPerMinute, concurrentCalls, toolsPageSize.',
      'gateway.yaml:4:3: error CONFIG_UNKNOWN_OPTION: Unknown option "limits.__proto__". Did you mean "server.port"?',
    ],
  ],
  [
    'a text for a number',
    'endpoint: http://a\nserver: { port: four }',
    [
      'gateway.yaml:2:17: error CONFIG_WRONG_VALUE: "server.port" must be a whole number, but is the text "four". Port to listen on; 0 selects a free one. The default is 4000.',
    ],
  ],
  [
    'a quoted number',
    'endpoint: http://a\nserver: { port: "4000" }',
    [
      'gateway.yaml:2:17: error CONFIG_WRONG_VALUE: "server.port" must be a whole number, but is the text "4000". Write 4000, without quotes.',
    ],
  ],
  [
    'a number for a text',
    'endpoint: http://a\nprefix: 9',
    [
      'gateway.yaml:2:9: error CONFIG_WRONG_VALUE: "prefix" must be a text, but is 9. Write the value in quotes.',
    ],
  ],
  [
    'a fraction for a whole number',
    'endpoint: http://a\ntimeoutMs: 0.5',
    [
      'gateway.yaml:2:12: error CONFIG_WRONG_VALUE: "timeoutMs" must be a whole number, but is 0.5. Timeout of a call, in milliseconds; most clients give up after 60 seconds. The default is 50000.',
    ],
  ],
  [
    'a duration above the maximum of timers',
    'endpoint: http://a\ntimeoutMs: 3000000000',
    [
      'gateway.yaml:2:12: error CONFIG_WRONG_VALUE: "timeoutMs" must be at most 2147483647, but is 3000000000. Timeout of a call, in milliseconds; most clients give up after 60 seconds. The default is 50000.',
    ],
  ],
  [
    'yes, which is a text in YAML 1.2',
    'endpoint: http://a\nstrict: yes',
    [
      'gateway.yaml:2:9: error CONFIG_WRONG_VALUE: "strict" must be true or false, but is the text "yes". Write true.',
    ],
  ],
  [
    'an option without a value',
    'endpoint: http://a\nschema:\noperations: x',
    [
      'gateway.yaml:2:8: error CONFIG_WRONG_VALUE: "schema" must be a text or a list, but is empty. Globs of SDL files, or of one introspection result (`.json`). Without it the schema is introspected from `endpoint`.',
    ],
  ],
  [
    'an unknown choice',
    'endpoint: http://a\nprofile: portabel',
    [
      'gateway.yaml:2:10: error CONFIG_WRONG_VALUE: "profile" must be one of "portable", "full", "gemini", "openai", but is the text "portabel". Did you mean "portable"?',
    ],
  ],
  [
    'an address of another protocol, without showing its password',
    'endpoint: ftp://ada:s3cret@films.example',
    [
      'gateway.yaml:1:11: error CONFIG_WRONG_VALUE: "endpoint" must be a URL that starts with http:// or https://, or example:films, but is the text "ftp://***@films.example". URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
    ],
  ],
  [
    'a header name that HTTP cannot carry',
    'endpoint: http://a\nheaders: { "x y": z }',
    [
      'gateway.yaml:2:12: error CONFIG_WRONG_NAME: The name "x y" in "headers" is not allowed. It must be the name of an HTTP header.',
    ],
  ],
  [
    'a header value that would start another header, without showing it',
    'endpoint: http://a\nheaders: { a: "s3cret\\r\\nx: y" }',
    [
      'gateway.yaml:2:15: error CONFIG_WRONG_VALUE: "headers.a" must be one line of text, of characters up to U+00FF, but is another text. See docs/configuration.md.',
    ],
  ],
  [
    'tokens in the wrong form, without showing them',
    'endpoint: http://a\nauth:\n  tokens:\n    - s3cret\n    - { token: 12345, subject: ada }\n    - token: s3 cret',
    [
      'gateway.yaml:4:7: error CONFIG_WRONG_VALUE: "auth.tokens[0]" must be an object, but is another text. A bearer token and its caller.',
      'gateway.yaml:5:16: error CONFIG_WRONG_VALUE: "auth.tokens[1].token" must be a text, but is a number. Write the value in quotes.',
      'gateway.yaml:6:7: error CONFIG_MISSING_OPTION: "auth.tokens[2]" lacks "subject". Add "subject".',
      'gateway.yaml:6:14: error CONFIG_WRONG_VALUE: "auth.tokens[2].token" must be letters, digits and -._~+/ only, as in HTTP headers, but is another text. The token; `${env:NAME}` keeps it out of the file.',
    ],
  ],
  [
    'a list instead of options',
    '- endpoint',
    [
      'gateway.yaml:1:1: error CONFIG_WRONG_VALUE: The configuration must be an object, but is a list. Write a line for each option, with a space after the colon: "endpoint: https://api.example/graphql".',
    ],
  ],
  [
    'an upstream name that cannot prefix tools',
    'upstreams:\n  my-films: { endpoint: http://a }',
    [
      'gateway.yaml:2:3: error CONFIG_WRONG_NAME: The name "my-films" in "upstreams" is not allowed. It must be at most 32 letters, digits and underscores that start with a letter.',
    ],
  ],
];

describe('validateConfig', () => {
  it.each(rejected)('rejects %s', async (_, file, lines) => {
    expect(await refusalOf(() => prepare(file))).toEqual(lines);
  });

  it('names options passed by code by their path', async () => {
    const options = { endpoint: 'http://a', server: { port: '4000', hots: 'x' }, toString: 1 };
    expect(await refusalOf(() => prepareOptions(sourceOfOptions(options), {}))).toEqual([
      'error CONFIG_UNKNOWN_OPTION: Unknown option "server.hots". Did you mean "host"?',
      expect.stringMatching(
        /^error CONFIG_UNKNOWN_OPTION: Unknown option "toString"\. Options here are schema, /,
      ),
      'error CONFIG_WRONG_VALUE: "server.port" must be a whole number, but is the text "4000". Write 4000, without quotes.',
    ]);
  });

  it('converts variables to numbers and booleans', () => {
    const file = [
      'endpoint: ${env:API}',
      'strict: ${env:STRICT}',
      'server: { port: "${env:PORT:-4001}", watch: "${env:WATCH}" }',
      'headers: { x-tenant: "${env:PORT:-4001}" }',
    ].join('\n');
    const { options } = prepare(file, { API: 'http://a', STRICT: 'TRUE', WATCH: 'off' });
    expect(options).toEqual({
      endpoint: 'http://a',
      strict: true,
      server: { port: 4001, watch: false },
      headers: { 'x-tenant': '4001' },
    });
  });

  it('never shows the value of a variable', async () => {
    const file = 'endpoint: "${env:SECRET}"\nserver: { port: "${env:SECRET}" }';
    expect(await refusalOf(() => prepare(file, { SECRET: 's3cret' }))).toEqual([
      'gateway.yaml:1:11: error CONFIG_WRONG_VALUE: "endpoint" must be a URL that starts with http:// or https://, or example:films, but is another text. URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
      'gateway.yaml:2:17: error CONFIG_WRONG_VALUE: "server.port" must be a whole number, but is another text. Port to listen on; 0 selects a free one. The default is 4000.',
    ]);
  });

  it('accepts $schema', () => {
    const { options } = prepare('{ "$schema": "./gateway.schema.json", "endpoint": "http://a" }');
    expect(options.endpoint).toBe('http://a');
  });
});
