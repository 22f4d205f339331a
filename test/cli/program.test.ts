import { mkdir, mkdtemp, realpath, rm, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/program.ts';
import { packageVersion } from '../../src/gateway/package-version.ts';
import { createTestContext, type TestContext } from './streams.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gateway-cli-')));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> {
  const { context, output, errors } = createTestContext(folder, env);
  const code = await runCli(args, context);
  return { code, output: output.text(), errors: errors.text() };
}

/** A folder with one good and one broken operation against the film API. */
async function writeFilms(): Promise<void> {
  await write('gateway.yaml', 'name: my films\nendpoint: example:films\nserver: { port: 0 }');
  await write(
    'operations/good.graphql',
    'query findMovies($first: Int = 3) { movies(first: $first) { nodes { name } } }',
  );
  await write(
    'operations/broken.graphql',
    'query broken {\n  movies {\n    nodes { tilte }\n  }\n}\n',
  );
}

describe('a wrong command line', () => {
  it.each([
    [
      ['inspct'],
      '  error CLI_UNKNOWN_COMMAND\n    Unknown command "inspct".\n    Did you mean "inspect"?\n',
    ],
    [
      ['xyzzy'],
      '  error CLI_UNKNOWN_COMMAND\n    Unknown command "xyzzy".\n    Commands are serve, inspect, call, init, add, check, types, help.\n',
    ],
    [
      ['serve', '--prot', '1'],
      "  error CLI_WRONG_USAGE\n    Unknown option '--prot'.\n    Did you mean --port?\n",
    ],
    [
      ['--prot', '1'],
      "  error CLI_WRONG_USAGE\n    Unknown option '--prot'.\n    Did you mean --port?\n",
    ],
    [
      ['--xyzzy'],
      '  error CLI_WRONG_USAGE\n    Unknown option \'--xyzzy\'.\n    See "graphql-mcp-gateway --help".\n',
    ],
    [
      ['call'],
      '  error CLI_WRONG_USAGE\n    Missing required argument \'tool\'.\n    See "graphql-mcp-gateway call --help".\n',
    ],
    [
      ['call', 'x', '{}'],
      '  error CLI_WRONG_USAGE\n    Too many arguments for \'call\'. Expected 1 argument but got 2.\n    Pass the arguments of the tool as --args \'{"movieId":"m1"}\'.\n',
    ],
    [
      ['inspect', 'a', 'b'],
      '  error CLI_WRONG_USAGE\n    Too many arguments for \'inspect\'. Expected 1 argument but got 2.\n    See "graphql-mcp-gateway inspect --help".\n',
    ],
    [
      ['serve', '--example', '--config', 'x.yaml'],
      "  error CLI_WRONG_USAGE\n    Option '-c, --config <file>' cannot be used with option '--example'.\n    See \"graphql-mcp-gateway serve --help\".\n",
    ],
    [
      ['serve', '--endpoint', 'http://localhost', '--header', 'Bearer secret'],
      '  error CONFIG_WRONG_VALUE\n    A --header has no colon between its name and its value.\n    Write it like --header "authorization: Bearer …".\n',
    ],
    [
      ['init', 'http://localhost', '--header', 'Bearer secret'],
      '  error CONFIG_WRONG_VALUE\n    A --header has no colon between its name and its value.\n    Write it like --header "authorization: Bearer …".\n',
    ],
    [
      ['call', 'x', '--args', '[1]'],
      '  error CLI_WRONG_ARGUMENTS\n    --args is JSON, but not an object.\n    Write them like --args \'{"movieId":"m1"}\'.\n',
    ],
  ])('exits with 2 for %j, with a diagnostic', async (args, message) => {
    const { code, output, errors } = await run(args);
    expect(errors).toBe(message);
    expect(output).toBe('');
    expect(code).toBe(2);
  });

  it('exits with 2 for arguments that are not JSON', async () => {
    const { code, errors } = await run(['call', 'x', '--args', '{"a":']);
    expect(errors).toMatch(/^ {2}error CLI_WRONG_ARGUMENTS\n {4}--args is not JSON: .*\n.*\n$/);
    expect(code).toBe(2);
  });

  it('exits with 2 for a wrong configuration, with line and column', async () => {
    await write('gateway.yaml', 'endpoint: http://a\nserver:\n  prot: 1\n');
    expect(await run(['serve'])).toEqual({
      code: 2,
      output: '',
      errors:
        '  gateway.yaml:3:3: error CONFIG_UNKNOWN_OPTION\n    Unknown option "server.prot".\n    Did you mean "port"?\n',
    });
  });

  it('exits with 2 without a configuration', async () => {
    const { code, errors } = await run([]);
    expect(code).toBe(2);
    expect(errors).toContain('CONFIG_NOT_FOUND');
  });

  it('reports the place of a glob that matches no file', async () => {
    await write('gateway.yaml', 'endpoint: http://a\nschema:\n  - nope.graphql\n');
    const { code, errors } = await run(['inspect']);
    expect(code).toBe(3);
    expect(errors).toContain('  gateway.yaml:3:5: error FILES_NOT_FOUND\n');
  });

  it('exits with 3 if the schema cannot be loaded', async () => {
    const { code, errors } = await run([
      'inspect',
      '--schema',
      'nope/*.graphql',
      '--endpoint',
      'http://127.0.0.1:1/',
    ]);
    expect(code).toBe(3);
    expect(errors).toContain('FILES_NOT_FOUND');
  });
});

describe('help', () => {
  it.each([['--help'], ['help'], ['help', 'serve'], ['serve', '--help']])(
    'is printed for %s %s',
    async (...args) => {
      const { code, output, errors } = await run(args);
      expect(output).toContain('Usage: graphql-mcp-gateway');
      expect(errors).toBe('');
      expect(code).toBe(0);
    },
  );

  it('describes options as the schema of the configuration does', async () => {
    const { output } = await run(['serve', '--help']);
    const text = output.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      '--port <number> Port to listen on; 0 selects a free one. (default: 4000; GRAPHQL_MCP_PORT)',
    );
    expect(text).toContain('--no-watch Do not watch and reload sources.');
  });

  it('prints the version', async () => {
    expect(await run(['--version'])).toEqual({
      code: 0,
      output: `${packageVersion()}\n`,
      errors: '',
    });
  });
});

describe('inspect', () => {
  it('prints tools and skipped operations as JSON', async () => {
    await writeFilms();
    const { code, output } = await run(['inspect', '--json']);
    expect(code).toBe(0);
    const { tools, skipped } = JSON.parse(output) as Record<string, Record<string, unknown>[]>;
    expect(tools?.map((tool) => Object.keys(tool))).toEqual([
      [
        'name',
        'operation',
        'kind',
        'source',
        'title',
        'description',
        'annotations',
        'inputSchema',
        'outputSchema',
        'document',
        'estimatedTokens',
      ],
    ]);
    expect(tools?.[0]).toMatchObject({
      name: 'findMovies',
      kind: 'query',
      source: { line: 1 },
    });
    expect(skipped).toMatchObject([
      { line: 3, column: 13, reason: expect.stringContaining('tilte') },
    ]);
  });

  it('lists tools and skipped operations', async () => {
    await writeFilms();
    const { code, output } = await run(['inspect']);
    expect(code).toBe(0);
    expect(output).toMatch(/ {2}findMovies {2}query {2}/);
    expect(output).toMatch(/1 operation skipped:\n {2}.*operations\/broken\.graphql:3:13: error /);
  });

  it('reports wrong prompts', async () => {
    await write(
      'gateway.yaml',
      'endpoint: example:films\ninlineOperations: ["query a { movies { totalCount } }"]\nprompts: prompts/*.md\n',
    );
    await write('prompts/broken.md', '---\ntitle: [\n---\n');
    const { code, output } = await run(['inspect']);
    expect(code).toBe(0);
    expect(output).toMatch(/1 error:\n {2}.*prompts\/broken\.md:\d+:\d+: error PROMPT_/);
    expect(await run(['inspect', '--strict'])).toMatchObject({ code: 1 });
  });

  it('shows one tool in full', async () => {
    await writeFilms();
    const { code, output } = await run(['inspect', 'findMovies']);
    expect(code).toBe(0);
    expect(output).toContain('operation    query findMovies');
    expect(output).toContain('Input:\n{\n  "type": "object"');
  });

  it('suggests a tool for a misspelled name, and explains why an operation is not a tool', async () => {
    await writeFilms();
    expect((await run(['inspect', 'findMovie'])).errors).toBe(
      '  error CLI_UNKNOWN_TOOL\n    Unknown tool "findMovie".\n    Did you mean "findMovies"?\n',
    );
    const { code, errors } = await run(['inspect', 'broken']);
    expect(code).toBe(2);
    expect(errors).toContain('"broken" did not become a tool: ');
    expect((await run(['inspect', 'constructor'])).errors).toContain('Unknown tool "constructor".');
  });

  it('reports every reason why an operation is not a tool', async () => {
    await writeFilms();
    await write('operations/broken.graphql', 'query broken {\n  movis { id }\n  titel { id }\n}\n');
    const { code, errors } = await run(['inspect', 'broken']);
    expect(code).toBe(2);
    expect(errors.match(/\S+: error CLI_UNKNOWN_TOOL\n.*/g)).toEqual([
      expect.stringMatching(
        /broken\.graphql:2:3: .*\n    "broken" did not become a tool: .*"movis"/,
      ),
      expect.stringMatching(
        /broken\.graphql:3:3: .*\n    "broken" did not become a tool: .*"titel"/,
      ),
    ]);
  });

  it('exits with 1 in strict mode if an operation is skipped', async () => {
    await writeFilms();
    expect((await run(['inspect', '--strict'])).code).toBe(1);
    expect((await run(['inspect'], { GRAPHQL_MCP_STRICT: 'true' })).code).toBe(1);
    await rm(join(folder, 'operations/broken.graphql'));
    expect((await run(['inspect', '--strict'])).code).toBe(0);
  });

  it('needs no endpoint', async () => {
    await write('gateway.yaml', 'schema: s.graphql\ninlineOperations: ["query A { a }"]');
    await write('s.graphql', 'type Query { a: Int }');
    expect((await run(['inspect', 'A'])).code).toBe(0);
    const { code, errors } = await run(['serve', '--port', '0']);
    expect(errors).toBe(
      '  error CONFIG_NO_ENDPOINT\n    The configuration has no "endpoint" to send operations to.\n    Set "endpoint" to the URL of the API, or pass --endpoint.\n',
    );
    expect(code).toBe(2);
  });
});

describe('call', () => {
  const addToWatchlist = [
    'call',
    '--example',
    'addToWatchlist',
    '--args',
    '{"subject":{"movieId":"m9"}}',
  ];

  it('prints the text that a model would read', async () => {
    await writeFilms();
    const { code, output, errors } = await run(['call', 'findMovies', '--args', '{"first":1}']);
    expect(errors).toBe('');
    expect(output).toMatch(/^\{"data":\{"movies":\{"nodes":\[\{"name":"[^"]+"\}\]\}\}\}\n$/);
    expect(code).toBe(0);
  });

  it('prints the whole result as JSON', async () => {
    await writeFilms();
    const { output } = await run(['call', 'findMovies', '--json']);
    const result = JSON.parse(output) as Record<string, unknown>;
    expect(Object.keys(result)).toEqual(['content', 'structuredContent', 'isError']);
    expect(result.isError).toBe(false);
  });

  it('exits with 1 if the result is an error', async () => {
    const { code, output } = await run(addToWatchlist);
    expect(output).toContain('UNAUTHORIZED');
    expect(code).toBe(1);
  });

  it('calls as the caller of a token', async () => {
    const { code, output } = await run([...addToWatchlist, '--token', 'demo-token']);
    expect(output).toContain('"addToWatchlist"');
    expect(code).toBe(0);
  });

  it('rejects an unknown token', async () => {
    expect(await run([...addToWatchlist, '--token', 'nope'])).toEqual({
      code: 2,
      output: '',
      errors:
        '  error CLI_TOKEN_REFUSED\n    The token is not one that the gateway accepts.\n    Pass one of the tokens under auth.tokens as --token.\n',
    });
  });

  it('ignores variables for another API with --example', async () => {
    const env = { GRAPHQL_MCP_ENDPOINT: 'http://127.0.0.1:1/', GRAPHQL_MCP_SCHEMA: 'nope' };
    expect((await run([...addToWatchlist, '--token', 'demo-token'], env)).code).toBe(0);
  });
});

describe('serve', () => {
  /** Starts serving; answers what it printed by the time it can be stopped. */
  async function start(args: readonly string[], test: TestContext) {
    const done = runCli(args, test.context);
    const stop = await Promise.race([test.stop, done]);
    if (typeof stop === 'number') throw new Error(`ended with ${stop}: ${test.errors.text()}`);
    return { stop, done };
  }

  it('prints the URL, tools, skipped operations and client snippets', async () => {
    await writeFilms();
    const test = createTestContext(folder);
    const { stop, done } = await start(['--log-level', 'silent'], test);
    const printed = test.output.text();
    const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(printed)?.[0] ?? '';
    const method = 'tools/list';
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
    });
    expect(await answer.json()).toMatchObject({ result: { tools: [{ name: 'findMovies' }] } });
    await stop();
    expect(await done).toBe(0);
    expect(printed.replaceAll(url, 'URL').split('\n')).toEqual([
      'my films is served at URL',
      '',
      '  TOOL        KIND   TITLE',
      expect.stringMatching(/^ {2}findMovies {2}query {2}/),
      '',
      expect.stringMatching(/^1 tool; about [\d,]+ tokens\.$/),
      '',
      '1 operation skipped:',
      expect.stringMatching(/^ {2}.*operations\/broken\.graphql:3:13: error [A-Z_]+$/),
      expect.stringMatching(/^ {4}.*tilte/),
      expect.stringMatching(/^ {4}\S/),
      '',
      'Add it to a client:',
      '  Claude Code  claude mcp add --transport http my-films URL',
      `  VS Code      code --add-mcp '{"name":"my-films","type":"http","url":"URL"}'`,
      '  Cursor       .cursor/mcp.json: {"mcpServers":{"my-films":{"url":"URL"}}}',
      '',
      '',
    ]);
    expect(test.errors.text()).toBe('');
  });

  it('prints the token that clients must send', async () => {
    await writeFilms();
    const path = join(folder, 'gateway.yaml');
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      `${text}\nauth: { required: true, tokens: [{ token: a, subject: ada }] }\n`,
    );
    const test = createTestContext(folder);
    const { stop, done } = await start(['--log-level', 'silent'], test);
    await stop();
    await done;
    expect(test.output.text()).toContain('\nClients must send the bearer token.\n');
  });

  it('fails in strict mode if an operation is skipped', async () => {
    await writeFilms();
    const { code, output, errors } = await run(['serve', '--strict']);
    expect(errors).toMatch(/operations\/broken\.graphql:3:13: error /);
    expect(output).toBe('');
    expect(code).toBe(1);
  });

  it('reports a port that is in use', async () => {
    await writeFilms();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await run(['--port', String(port)]);
    other.close();
    expect(errors).toContain(`Port ${port} on 127.0.0.1 is used by another program.`);
    expect(code).toBe(2);
  });

  it('writes only the protocol to standard output over stdio', async () => {
    await writeFilms();
    const input = new PassThrough();
    const test = createTestContext(folder, {}, input);
    const { done } = await start(['serve', '--stdio', '--log-level', 'silent'], test);
    input.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(await done).toBe(0);
    const lines = test.output.text().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { jsonrpc: '2.0', id: 1 },
    ]);
    expect(test.errors.text()).toContain('my films is served over standard input and output');
  });
});
