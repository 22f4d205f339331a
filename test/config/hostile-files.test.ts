import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../src/config/expand-env.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { closeLater } from '../support/servers.ts';
import { refusalOf } from './findings.ts';

/** What a good file begins with: two lines. */
const good = 'schema: a.graphql\nendpoint: http://api.example/graphql\n';

async function load(bytes: string | Buffer, env: Environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  closeLater(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'gateway.yaml'), bytes);
  return loadConfig({ folder, env });
}

/** Where it is wrong, and what is said; the hint is the end of it. */
type Refused = readonly [what: string, bytes: string | Buffer, place: string, says: string];

const utf16 = Buffer.from(`\uFEFF${good}`, 'utf16le');
const encodings: readonly Refused[] = [
  ['UTF-16', utf16, '1:1', 'CONFIG_ENCODING: The file is UTF-16. Save it as UTF-8.'],
  [
    'big-endian UTF-16',
    Buffer.from(utf16).swap16(),
    '1:1',
    'CONFIG_ENCODING: The file is UTF-16. Save it as UTF-8.',
  ],
  [
    'UTF-16 without a mark',
    Buffer.from(good, 'utf16le'),
    '1:1',
    'CONFIG_ENCODING: The file is UTF-16. Save it as UTF-8.',
  ],
  [
    'Latin-1',
    Buffer.from(`${good}name: caf\u00e9\n`, 'latin1'),
    '3:10',
    'CONFIG_ENCODING: A character here is not UTF-8. Save the file as UTF-8, or write the character anew.',
  ],
  [
    'a null character',
    `${good}name: "a\0"\n`,
    '3:9',
    'CONFIG_ENCODING: A control character stands here, which no text has. Remove it; in double quotes it can be written as \\u0007.',
  ],
];

const keys: readonly Refused[] = [
  [
    'a key that is repeated by an escape',
    '{"schema":"a","\\u0073chema":"b"}',
    '1:15',
    'CONFIG_REPEATED_KEY: This key stands twice in one object. Keep one of the two.',
  ],
  [
    'a merged object',
    `${good}http: { <<: { attempts: 3 } }\n`,
    '3:9',
    'CONFIG_UNKNOWN_OPTION: The key << does not merge another object in. Write the options out, or repeat the whole object by an alias.',
  ],
  [
    'an option called __proto__',
    `${good}__proto__: { strict: true }\n`,
    '3:1',
    'CONFIG_UNKNOWN_OPTION: There is no option "__proto__". Did you mean "prompts"?',
  ],
  [
    'an upstream called __proto__',
    'upstreams: { __proto__: { endpoint: "http://api.example" } }',
    '1:14',
    'CONFIG_WRONG_NAME: The name "__proto__" in "upstreams" cannot be used. It must be at most 32 letters, digits and underscores that start with a letter.',
  ],
  [
    'a header that is there in another case',
    `${good}headers: { Authorization: a, authorization: b }\n`,
    '3:30',
    'CONFIG_REPEATED_KEY: "headers.authorization" is the same header as "Authorization": case makes no difference. Keep one of the two.',
  ],
  [
    'a header that belongs to the connection',
    `${good}introspection: { headers: { Content-Length: "3" } }\n`,
    '3:29',
    'CONFIG_FORBIDDEN_HEADER: "introspection.headers["Content-Length"]" cannot be set: it belongs to the connection, or the gateway sets it itself. Remove it.',
  ],
];

const values: readonly Refused[] = [
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
    'a number that is none',
    `${good}server: { port: .nan }\n`,
    '3:17',
    'CONFIG_WRONG_VALUE: "server.port" must be a whole number, but is NaN. Port to listen on; 0 takes a free one. The default is 4000.',
  ],
  [
    'a port out of range',
    `${good}server: { port: 65536 }\n`,
    '3:17',
    'CONFIG_WRONG_VALUE: "server.port" must be at most 65535, but is 65536. Port to listen on; 0 takes a free one. The default is 4000.',
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
    'a path that would match every other',
    `${good}server: { path: "/*" }\n`,
    '3:17',
    'CONFIG_WRONG_VALUE: "server.path" must be a path that starts with /, such as /mcp, but is the text "/*". Path of the MCP endpoint. The default is "/mcp".',
  ],
  [
    'an endpoint with port 0',
    'endpoint: http://api.example:0/graphql',
    '1:1',
    'CONFIG_WRONG_VALUE: "endpoint" has port 0, on which nothing listens. Write the port of the API, or none.',
  ],
  [
    'an endpoint with a port out of range',
    'endpoint: http://api.example:65536/graphql',
    '1:1',
    'CONFIG_WRONG_VALUE: "endpoint" is not a URL that can be parsed. Check the host name and the port.',
  ],
  [
    'a control character in the endpoint',
    'endpoint: "http://api.example/\\u0001"',
    '1:11',
    'CONFIG_WRONG_VALUE: "endpoint" must be a URL that starts with http:// or https://, or example:films, but is the text "http://api.example/\\u0001". URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
  ],
  [
    'an endpoint that a variable left empty, once',
    'endpoint: "${env:NOPE:-}"',
    '1:11',
    'CONFIG_WRONG_VALUE: "endpoint" must be a text that is not empty, but is an empty text. URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
  ],
  [
    'a reference without an end',
    `${good}headers: { a: "\${env:NOPE" }\n`,
    '3:15',
    'CONFIG_ENV_SYNTAX: A reference to an environment variable has no end, or has a brace inside. Write ${env:NAME} or ${env:NAME:-fallback}; a fallback has no braces.',
  ],
  [
    'a reference inside of another',
    `${good}headers: { a: "\${env:A:-\${env:B}}" }\n`,
    '3:15',
    'CONFIG_ENV_SYNTAX: A reference to an environment variable has no end, or has a brace inside. Write ${env:NAME} or ${env:NAME:-fallback}; a fallback has no braces.',
  ],
  [
    'a file of another kind',
    'endpoint = "http://api.example"\n',
    '1:1',
    'CONFIG_WRONG_VALUE: The configuration must be an object, but is the text "endpoint = \\"http://api.example\\"". Write a line for each option, with a space after the colon: "endpoint: https://api.example/graphql".',
  ],
];

describe('a configuration file with', () => {
  it.each([...encodings, ...keys, ...values])(
    '%s is refused',
    async (_what, bytes, place, says) => {
      const env = { A: 'a', B: 'b' };
      expect(await refusalOf(() => load(bytes, env))).toEqual([
        `gateway.yaml:${place}: error ${says}`,
      ]);
    },
  );

  it('a byte order mark and lines of Windows is read', async () => {
    const { options } = await load(`\uFEFF${good.replaceAll('\n', '\r\n')}`);
    expect(options).toEqual({ schema: 'a.graphql', endpoint: 'http://api.example/graphql' });
  });

  it('headers named like members of objects is read, and pollutes nothing', async () => {
    const { config } = await load(`${good}headers: { __proto__: x, constructor: y }\n`);
    const [upstream] = config.upstreams.values();
    expect([...(upstream?.headers ?? [])]).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(({} as { readonly strict?: boolean }).strict).toBeUndefined();
  });

  it('a text that only looks like a reference keeps it', async () => {
    const { options } = await load(`${good}name: "$\${env:A and $\${env:B}"\n`);
    expect(options.name).toBe('$${env:A and ${env:B}');
  });

  it('thousands of problems names fifty, and how many more there are', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `option${index}: 1\n`);
    const said = await refusalOf(() => load(lines.join('')));
    expect(said).toHaveLength(51);
    expect(said.at(-1)).toBe(
      'gateway.yaml:50:1: error CONFIG_UNKNOWN_OPTION: There are 2950 more problems. Mend those that are listed to see the others.',
    );
  });

  it('more than a megabyte is not read', async () => {
    expect(await refusalOf(() => load(`${good}#${'x'.repeat(10_000_000)}`))).toEqual([
      'gateway.yaml:1:1: error CONFIG_TOO_LARGE: The configuration has 10000056 bytes; at most 1048576 are read. Check that this is a configuration file; move operations and schemas to files of their own.',
    ]);
  });
});
