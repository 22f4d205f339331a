import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProcessEnv } from '../../src/config/env.ts';
import { loadConfig } from '../../src/config/load.ts';
import { closeLater } from '../support/servers.ts';
import { refusalOf } from './prepare.ts';

/** The first lines of a valid file. */
const good = 'schema: a.graphql\nendpoint: http://api.example/graphql\n';

async function load(bytes: string | Buffer, env: ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  closeLater(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'gateway.yaml'), bytes);
  return loadConfig({ folder, env });
}

type Rejected = readonly [what: string, text: string, place: string, message: string];

const encodings = [
  ['UTF-16', Buffer.from(`\uFEFF${good}`, 'utf16le')],
  ['UTF-16 without a byte order mark', Buffer.from(good, 'utf16le')],
  ['Latin-1', Buffer.from(`${good}name: caf\u00e9\n`, 'latin1')],
  ['null characters', Buffer.from(`${good}name: "a\0"\n`)],
] as const;

const keys: readonly Rejected[] = [
  [
    'a merged object',
    `${good}http: { <<: { attempts: 3 } }\n`,
    '3:9',
    'CONFIG_UNKNOWN_OPTION: The key << does not merge objects: YAML 1.2 has no merge key. Write the options out, or repeat the whole object by an alias.',
  ],
  [
    'an option called __proto__',
    `${good}__proto__: { strict: true }\n`,
    '3:1',
    'CONFIG_UNKNOWN_OPTION: Unknown option "__proto__". Did you mean "server.port"?',
  ],
  [
    'an upstream called __proto__',
    'upstreams: { __proto__: { endpoint: "http://api.example" } }',
    '1:14',
    'CONFIG_WRONG_NAME: The name "__proto__" in "upstreams" is not allowed. It must be at most 32 letters, digits and underscores that start with a letter.',
  ],
  [
    'a header in another case',
    `${good}headers: { Authorization: a, authorization: b }\n`,
    '3:30',
    'CONFIG_REPEATED_KEY: "headers.authorization" is the same header as "Authorization": names ignore case. Keep one of the two.',
  ],
  [
    'a header that belongs to the connection',
    `${good}introspection: { headers: { Content-Length: "3" } }\n`,
    '3:29',
    'CONFIG_FORBIDDEN_HEADER: "introspection.headers["Content-Length"]" cannot be set: it belongs to the connection, or the gateway sets it itself. Remove it.',
  ],
];

const values: readonly Rejected[] = [
  [
    'a header that HTTP cannot carry',
    `${good}headers: { a: "→" }\n`,
    '3:15',
    'CONFIG_WRONG_VALUE: "headers.a" must be one line of text, of characters up to U+00FF, but is another text. See docs/configuration.md.',
  ],
  [
    'a number in quotes',
    `${good}server: { port: "4000" }\n`,
    '3:17',
    'CONFIG_WRONG_VALUE: "server.port" must be a whole number, but is the text "4000". Write 4000, without quotes.',
  ],
  [
    'a number that is NaN',
    `${good}server: { port: .nan }\n`,
    '3:17',
    'CONFIG_WRONG_VALUE: "server.port" must be a whole number, but is NaN. Port to listen on; 0 selects a free one. The default is 4000.',
  ],
  [
    'a port out of range',
    `${good}server: { port: 65536 }\n`,
    '3:17',
    'CONFIG_WRONG_VALUE: "server.port" must be at most 65535, but is 65536. Port to listen on; 0 selects a free one. The default is 4000.',
  ],
  [
    'yes for true',
    `${good}strict: yes\n`,
    '3:9',
    'CONFIG_WRONG_VALUE: "strict" must be true or false, but is the text "yes". Write true.',
  ],
  [
    'a host with a port',
    `${good}server: { host: "127.0.0.1:80" }\n`,
    '3:11',
    'CONFIG_WRONG_VALUE: "server.host" is neither a host name nor an IP address. Write the name or address alone; the port is "server.port".',
  ],
  [
    'a path with a wildcard',
    `${good}server: { path: "/*" }\n`,
    '3:17',
    'CONFIG_WRONG_VALUE: "server.path" must be a path that starts with /, such as /mcp, but is the text "/*". Path of the MCP endpoint. The default is "/mcp".',
  ],
  [
    'an endpoint with port 0',
    'endpoint: http://api.example:0/graphql',
    '1:1',
    'CONFIG_WRONG_VALUE: "endpoint" has the port 0. Write the port of the API, or none.',
  ],
  [
    'an endpoint with a port out of range',
    'endpoint: http://api.example:65536/graphql',
    '1:1',
    'CONFIG_WRONG_VALUE: "endpoint" is not a valid URL. Check the host name and the port.',
  ],
  [
    'a control character in the endpoint',
    'endpoint: "http://api.example/\\u0001"',
    '1:11',
    'CONFIG_WRONG_VALUE: "endpoint" must be a URL that starts with http:// or https://, or example:films, but is the text "http://api.example/\\u0001". URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
  ],
  [
    'an empty variable as endpoint',
    'endpoint: "${env:NOPE:-}"',
    '1:11',
    'CONFIG_WRONG_VALUE: "endpoint" must be a URL that starts with http:// or https://, or example:films, but is an empty text. URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
  ],
  [
    'an unclosed reference',
    `${good}headers: { a: "\${env:NOPE" }\n`,
    '3:15',
    'CONFIG_ENV_SYNTAX: A reference is not closed, or contains a brace. Write ${env:NAME} or ${env:NAME:-fallback}; a fallback has no braces.',
  ],
  [
    'a reference inside another',
    `${good}headers: { a: "\${env:A:-\${env:B}}" }\n`,
    '3:15',
    'CONFIG_ENV_SYNTAX: A reference is not closed, or contains a brace. Write ${env:NAME} or ${env:NAME:-fallback}; a fallback has no braces.',
  ],
  [
    'the syntax of another format',
    'endpoint = "http://api.example"\n',
    '1:1',
    'CONFIG_WRONG_VALUE: The configuration must be an object, but is the text "endpoint = \\"http://api.example\\"". Write a line for each option, with a space after the colon: "endpoint: https://api.example/graphql".',
  ],
];

describe('a configuration file', () => {
  it.each(encodings)('is rejected with %s', async (_, bytes) => {
    expect(await refusalOf(() => load(bytes))).toEqual([
      'gateway.yaml:1:1: error CONFIG_ENCODING: The file is not UTF-8 text. Save the file as UTF-8.',
    ]);
  });

  it.each([...keys, ...values])('is rejected with %s', async (_, text, place, message) => {
    const env = { A: 'a', B: 'b' };
    expect(await refusalOf(() => load(text, env))).toEqual([
      `gateway.yaml:${place}: error ${message}`,
    ]);
  });

  it('may have a byte order mark and Windows line ends', async () => {
    const { options } = await load(`\uFEFF${good.replaceAll('\n', '\r\n')}`);
    expect(options).toEqual({ schema: 'a.graphql', endpoint: 'http://api.example/graphql' });
  });

  it('may name headers like members of objects', async () => {
    const { config } = await load(`${good}headers: { __proto__: x, constructor: y }\n`);
    const [upstream] = config.upstreams.values();
    expect([...(upstream?.headers ?? [])]).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(({} as { readonly strict?: boolean }).strict).toBeUndefined();
  });

  it('may escape references', async () => {
    const { options } = await load(`${good}name: "$\${env:A and $\${env:B}"\n`);
    expect(options.name).toBe('$${env:A and ${env:B}');
  });

  it('reports the first 50 problems and counts the rest', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `option${index}: 1\n`);
    const said = await refusalOf(() => load(lines.join('')));
    expect(said).toHaveLength(51);
    expect(said.at(-1)).toBe(
      'gateway.yaml:50:1: error CONFIG_UNKNOWN_OPTION: There are 2950 more problems. Fix the listed problems to see the others.',
    );
  });
});
