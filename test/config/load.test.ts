import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { refusalOf } from './prepare.ts';

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

  it('rejects a folder with two configuration files', async () => {
    await write('gateway.yaml', 'endpoint: http://a');
    await write('gateway.json', '{ "endpoint": "http://b" }');
    expect(await refusalOf(() => loadConfig({ folder, env: {} }))).toEqual([
      'error CONFIG_AMBIGUOUS: The folder has more than one configuration file: gateway.yaml, gateway.json. Keep one, or name one with --config.',
    ]);
  });

  it.each(['config/other.yaml', 'config'])('reads the requested %s', async (asked) => {
    await write('gateway.yaml', 'endpoint: http://a');
    await write('config/other.yaml', 'endpoint: http://other');
    await write('config/gateway.yaml', 'endpoint: http://config');
    const byFlag = await loadConfig({ folder, env: {}, file: asked });
    const byVariable = await loadConfig({ folder, env: { GRAPHQL_MCP_CONFIG: asked } });
    expect(byFlag.options.endpoint).toBe(asked === 'config' ? 'http://config' : 'http://other');
    expect(byVariable.options).toEqual(byFlag.options);
    expect(byFlag.baseDir).toBe(join(folder, 'config'));
  });

  it('locates options, their items and texts of several lines', async () => {
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

  it('reports a missing file, folder or API', async () => {
    await mkdir(join(folder, 'empty'));
    expect(await refusalOf(() => loadConfig({ folder, env: {}, file: 'nope.yaml' }))).toEqual([
      'error CONFIG_NOT_FOUND: The configuration file nope.yaml does not exist. Check the path given as --config or in GRAPHQL_MCP_CONFIG.',
    ]);
    expect(await refusalOf(() => loadConfig({ folder, env: {}, file: 'empty' }))).toEqual([
      'error CONFIG_NOT_FOUND: The folder empty has no gateway.yaml, gateway.yml or gateway.json. Check the path given as --config or in GRAPHQL_MCP_CONFIG.',
    ]);
    expect(await refusalOf(() => loadConfig({ folder, env: {} }))).toEqual([
      'error CONFIG_NOT_FOUND: There is no gateway.yaml, gateway.yml or gateway.json in this folder, and no flag sets an API. Run "graphql-mcp-gateway init URL" to write one, or try "graphql-mcp-gateway serve --example".',
    ]);
  });

  it('names files relative to the current folder', async () => {
    await write('config/gateway.yaml', 'enpoint: http://a');
    const [line] = await refusalOf(() => loadConfig({ folder, env: {}, file: 'config' }));
    expect(line).toMatch(/^config\/gateway\.yaml:1:1: error CONFIG_UNKNOWN_OPTION/);
  });

  it('needs no file if the environment or flags set an API', async () => {
    const env = { GRAPHQL_MCP_ENDPOINT: 'http://a', GRAPHQL_MCP_PORT: '4001' };
    const loaded = await loadConfig({ folder, env });
    expect(loaded.options).toEqual({ endpoint: 'http://a', server: { port: 4001 } });
    expect(loaded.file).toBeUndefined();
    const flags = new Map([['--endpoint', ['http://b']]]);
    expect((await loadConfig({ folder, env: {}, flags })).options).toEqual({
      endpoint: 'http://b',
    });
  });

  it('overrides the file by the environment, and both by flags', async () => {
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

  it('resolves globs of flags from the current folder, and globs of the file from its folder', async () => {
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

  it('names the flag or variable of a wrong value', async () => {
    await write('gateway.yaml', 'endpoint: http://a');
    const env = { GRAPHQL_MCP_PORT: 'four', GRAPHQL_MCP_PROFILE: 'ful' };
    const flags = new Map([
      ['--header', ['no name: x']],
      ['--endpoint', ['ftp://a']],
    ]);
    expect(await refusalOf(() => loadConfig({ folder, env, flags }))).toEqual([
      'error CONFIG_WRONG_NAME: The name "no name" in "headers" is not allowed. It must be the name of an HTTP header.',
      'error CONFIG_WRONG_VALUE: "--endpoint" must be a URL that starts with http:// or https://, or example:films, but is the text "ftp://a". URL of the GraphQL API; `example:films` is the API that ships with the gateway.',
      'error CONFIG_WRONG_VALUE: "GRAPHQL_MCP_PORT" must be a whole number, but is the text "four". Port to listen on; 0 selects a free one. The default is 4000.',
      'error CONFIG_WRONG_VALUE: "GRAPHQL_MCP_PROFILE" must be one of "portable", "full", "gemini", "openai", but is the text "ful". Did you mean "full"?',
    ]);
  });

  it('rejects flags of a single API together with several', async () => {
    await write('gateway.yaml', 'upstreams: { films: { endpoint: http://a } }');
    const flags = new Map([
      ['--endpoint', ['http://b']],
      ['--header', ['a: b']],
    ]);
    expect(await refusalOf(() => loadConfig({ folder, env: {}, flags }))).toEqual([
      'error CONFIG_MIXED_UPSTREAMS: "--endpoint" is not allowed at the top level together with "upstreams". Move the option to one of the upstreams.',
      'error CONFIG_MIXED_UPSTREAMS: "--header" is not allowed at the top level together with "upstreams". Move the option to one of the upstreams.',
    ]);
  });

  it('reports a wrong value that a flag overrides in part', async () => {
    await write('gateway.yaml', 'endpoint: http://a\nserver: on');
    const flags = new Map([['--port', ['3']]]);
    expect(await refusalOf(() => loadConfig({ folder, env: {}, flags }))).toEqual([
      'gateway.yaml:2:9: error CONFIG_WRONG_VALUE: "server" must be an object, but is the text "on". How the gateway is served.',
    ]);
  });
});
