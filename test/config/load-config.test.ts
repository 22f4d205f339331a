import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { refusalOf } from './findings.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gateway-config-')));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

describe('loadConfig', () => {
  it.each(['gateway.yaml', 'gateway.yml', 'gateway.json'])(
    'finds %s in the folder',
    async (name) => {
      await write(name, '{ "endpoint": "http://a" }');
      const { options, file, baseDir } = await loadConfig({ folder, env: {} });
      expect(options).toEqual({ endpoint: 'http://a' });
      expect(file).toBe(join(folder, name));
      expect(baseDir).toBe(folder);
    },
  );

  it('refuses to guess between two files', async () => {
    await write('gateway.yaml', 'endpoint: http://a');
    await write('gateway.json', '{ "endpoint": "http://b" }');
    expect(await refusalOf(() => loadConfig({ folder, env: {} }))).toEqual([
      'error CONFIG_AMBIGUOUS: The folder has more than one configuration file: gateway.yaml, gateway.json. Keep one, or name one with --config.',
    ]);
  });

  it.each(['config/other.yaml', 'config'])('reads %s when asked for it', async (asked) => {
    await write('gateway.yaml', 'endpoint: http://a');
    await write('config/other.yaml', 'endpoint: http://other');
    await write('config/gateway.yaml', 'endpoint: http://config');
    const byFlag = await loadConfig({ folder, env: {}, file: asked });
    const byVariable = await loadConfig({ folder, env: { GRAPHQL_MCP_CONFIG: asked } });
    expect(byFlag.options.endpoint).toBe(asked === 'config' ? 'http://config' : 'http://other');
    expect(byVariable.options).toEqual(byFlag.options);
    expect(byFlag.baseDir).toBe(join(folder, 'config'));
  });

  it('knows where options, their items and texts of several lines are written', async () => {
    await write(
      'gateway.yaml',
      'upstreams:\n  one:\n    endpoint: http://a\n    schema: [a.graphql, b.graphql]\n    inlineOperations:\n      - |\n        query a { a }\n',
    );
    const { placeOf } = await loadConfig({ folder, env: {} });
    const at = (line: number, column: number) => ({ file: 'gateway.yaml', line, column });
    expect(placeOf(['schema', 1], 'one')).toEqual(at(4, 25));
    expect(placeOf(['inlineOperations', 0], 'one')).toEqual(at(7, 9));
    expect(placeOf(['operations', 0], 'one')).toBeUndefined();
    expect(placeOf(['endpoint'])).toBeUndefined();
  });

  it('says what is missing', async () => {
    await mkdir(join(folder, 'empty'));
    expect(await refusalOf(() => loadConfig({ folder, env: {}, file: 'nope.yaml' }))).toEqual([
      'error CONFIG_NOT_FOUND: There is no configuration file nope.yaml. Check the path given as --config or in GRAPHQL_MCP_CONFIG.',
    ]);
    expect(await refusalOf(() => loadConfig({ folder, env: {}, file: 'empty' }))).toEqual([
      'error CONFIG_NOT_FOUND: The folder empty has no gateway.yaml, gateway.yml or gateway.json. Check the path given as --config or in GRAPHQL_MCP_CONFIG.',
    ]);
    expect(await refusalOf(() => loadConfig({ folder, env: {} }))).toEqual([
      'error CONFIG_NOT_FOUND: There is no gateway.yaml, gateway.yml or gateway.json in this folder, and no flag says which API to serve. Write one with "graphql-mcp-gateway init URL", or try "graphql-mcp-gateway serve --example".',
    ]);
  });

  it('refuses a file that is no configuration by its size', async () => {
    await write('gateway.yaml', '#'.repeat(1_048_577));
    expect(await refusalOf(() => loadConfig({ folder, env: {} }))).toEqual([
      'gateway.yaml:1:1: error CONFIG_TOO_LARGE: The configuration has 1048577 bytes; at most 1048576 are read. Check that this is a configuration file; move operations and schemas to files of their own.',
    ]);
  });

  it('names files relative to the folder it was started in', async () => {
    await write('config/gateway.yaml', 'enpoint: http://a');
    const [line] = await refusalOf(() => loadConfig({ folder, env: {}, file: 'config' }));
    expect(line).toMatch(/^config\/gateway\.yaml:1:1: error CONFIG_UNKNOWN_OPTION/);
  });

  it('needs no file when the environment or flags say it all', async () => {
    const env = { GRAPHQL_MCP_ENDPOINT: 'http://a', GRAPHQL_MCP_PORT: '4001' };
    const loaded = await loadConfig({ folder, env });
    expect(loaded.options).toEqual({ endpoint: 'http://a', server: { port: 4001 } });
    expect(loaded.file).toBeUndefined();
    const flags = new Map([['--endpoint', ['http://b']]]);
    expect((await loadConfig({ folder, env: {}, flags })).options).toEqual({
      endpoint: 'http://b',
    });
  });

  it('puts the environment over the file, and flags over both', async () => {
    await write(
      'gateway.yaml',
      'endpoint: ${env:UNSET}\nprofile: full\nserver: { port: 1, host: localhost }\nheaders: { a: file, b: file }',
    );
    const env = {
      GRAPHQL_MCP_ENDPOINT: 'http://env',
      GRAPHQL_MCP_PORT: '2',
      GRAPHQL_MCP_PROFILE: 'gemini',
      GRAPHQL_MCP_STRICT: '',
    };
    const flags = new Map([
      ['--port', ['3']],
      ['--header', ['b: flag: x', 'C:flag']],
      ['--no-watch', ['']],
      ['--strict', ['']],
    ]);
    const { options } = await loadConfig({ folder, env, flags });
    expect(options).toEqual({
      endpoint: 'http://env',
      profile: 'gemini',
      strict: true,
      server: { port: 3, host: 'localhost', watch: false },
      headers: { a: 'file', b: 'flag: x', C: 'flag' },
    });
  });

  it('takes globs of flags from where it was started, and those of the file from the file', async () => {
    await write('config/gateway.yaml', 'endpoint: http://a\nschema: schema.graphql');
    const flags = new Map([
      ['--operations', ['ops/*.graphql', '!ops/draft.graphql', '/abs/*.graphql']],
    ]);
    const { options } = await loadConfig({ folder, env: {}, file: 'config', flags });
    expect(options).toMatchObject({
      schema: 'schema.graphql',
      operations: ['../ops/*.graphql', '!../ops/draft.graphql', '/abs/*.graphql'],
    });
  });

  it('names the flag or variable that is wrong', async () => {
    await write('gateway.yaml', 'endpoint: http://a');
    const env = { GRAPHQL_MCP_PORT: 'four', GRAPHQL_MCP_PROFILE: 'ful' };
    const flags = new Map([
      ['--header', ['no name: x']],
      ['--endpoint', ['ftp://a']],
    ]);
    expect(await refusalOf(() => loadConfig({ folder, env, flags }))).toEqual([
      'error CONFIG_WRONG_VALUE: "--endpoint" must be a URL that starts with http:// or https://, or example:films, but is the text "ftp://a". URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
      'error CONFIG_WRONG_NAME: The name "no name" in "headers" cannot be used. It must be the name of an HTTP header.',
      'error CONFIG_WRONG_VALUE: "GRAPHQL_MCP_PROFILE" must be one of "portable", "full", "gemini", "openai", but is the text "ful". Did you mean "full"?',
      'error CONFIG_WRONG_VALUE: "GRAPHQL_MCP_PORT" must be a whole number, but is the text "four". Port to listen on; 0 takes a free one. The default is 4000.',
    ]);
  });

  it('does not put options of the single API beside several', async () => {
    await write('gateway.yaml', 'upstreams: { films: { endpoint: http://a } }');
    const flags = new Map([
      ['--endpoint', ['http://b']],
      ['--header', ['a: b']],
    ]);
    expect(await refusalOf(() => loadConfig({ folder, env: {}, flags }))).toEqual([
      'error CONFIG_MIXED_UPSTREAMS: "--endpoint" cannot stand beside "upstreams". Write it below the upstream that it is meant for.',
      'error CONFIG_MIXED_UPSTREAMS: "--header" cannot stand beside "upstreams". Write it below the upstream that it is meant for.',
    ]);
  });

  it('leaves a wrong file wrong, whatever flags are put over it', async () => {
    await write('gateway.yaml', 'endpoint: http://a\nserver: on');
    const flags = new Map([['--port', ['3']]]);
    expect(await refusalOf(() => loadConfig({ folder, env: {}, flags }))).toEqual([
      'gateway.yaml:2:9: error CONFIG_WRONG_VALUE: "server" must be an object, but is the text "on". Where and how the gateway is served.',
    ]);
  });
});
