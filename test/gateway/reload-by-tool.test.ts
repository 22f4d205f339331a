import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { wireGateway, type WiredGateway } from '../../src/gateway/create-gateway.ts';
import { silentLog } from '../../src/core/log.ts';
import { closeLater } from '../support/servers.ts';

const schema = `type Query { echo(text: String!): String, item: Item, status(in: Status!): Status }
type Mutation { addItem: Item }
type Item { name: String, price: Int }
enum Status { OPEN DONE }
`;
const config =
  'schema: schema.graphql\noperations: operations/*.graphql\nendpoint: http://127.0.0.1:9/\n';
const sources = {
  'schema.graphql': schema,
  'gateway.yaml': config,
  'operations/echo.graphql': 'query echo($text: String!) { echo(text: $text) }',
  'operations/item.graphql': 'query item { item { ...parts } }',
  'operations/parts.graphql': 'fragment parts on Item { name price }',
  'operations/addItem.graphql': 'mutation addItem { addItem { name } }',
  'operations/status.graphql': 'query status($in: Status!) { status(in: $in) }',
};

let folder: string;
let gateway: WiredGateway;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reload-by-tool-'));
  closeLater(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'operations'));
  for (const [path, text] of Object.entries(sources)) await write(path, text);
  gateway = await open();
});

async function open(): Promise<WiredGateway> {
  const readConfig = () => loadConfig({ folder, env: {} });
  const { config, options, placeOf, file } = await readConfig();
  const opened = await wireGateway({
    config,
    options,
    placeOf,
    configFile: file,
    readConfig,
    baseDir: folder,
    env: {},
    log: silentLog,
    source: {},
    watch: false,
  });
  closeLater(() => opened.close());
  return opened;
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(join(folder, path), text);
}

async function remove(path: string): Promise<void> {
  await rm(join(folder, path));
}

async function reloaded(): Promise<readonly string[]> {
  await gateway.reload();
  return [...gateway.catalog.tools.keys()];
}

async function health(): Promise<unknown> {
  return (await gateway.fetch(new Request('http://127.0.0.1/health'))).json();
}

const all = ['addItem', 'echo', 'item', 'status'];

describe('a reload with errors', () => {
  it.each([
    ['a syntax error', 'query echo {'],
    ['an unknown field', 'query echo($text: String!) { ecko(text: $text) }'],
  ])('withdraws a removed operation while another file has %s', async (_, broken) => {
    await write('operations/echo.graphql', broken);
    await remove('operations/addItem.graphql');
    expect(await reloaded()).toEqual(['echo', 'item', 'status']);
    expect(await health()).toMatchObject({
      status: 'degraded',
      lastError: expect.stringContaining('echo.graphql'),
    });
  });

  it('serves the valid edit of one file while another is broken', async () => {
    await write('operations/echo.graphql', 'query echo {');
    await write('operations/item.graphql', 'query item { item { price } }');
    expect(await reloaded()).toEqual(all);
    expect(gateway.catalog.tools.get('item')?.operation.document).not.toContain('parts');
    expect(gateway.catalog.tools.get('echo')?.operation.document).toContain('echo(text: $text)');
  });

  it('serves a schema that breaks one operation to all others', async () => {
    await write('schema.graphql', schema.replace('price: Int', '').replace('DONE', 'CLOSED'));
    expect(await reloaded()).toEqual(['addItem', 'echo', 'status']);
    expect(gateway.catalog.tools.get('status')?.inputSchema).toMatchObject({
      properties: { in: { enum: ['OPEN', 'CLOSED'] } },
    });
    expect(await health()).toMatchObject({ status: 'degraded', tools: 3 });
    const restarted = await open();
    expect(restarted.catalog.fingerprint).toBe(gateway.catalog.fingerprint);
    await write('schema.graphql', schema);
    expect(await reloaded()).toEqual(all);
    expect(await health()).toMatchObject({ status: 'ok' });
  });

  it('removes a kept operation when the schema no longer has its fields', async () => {
    await write('operations/echo.graphql', 'query echo {');
    expect(await reloaded()).toEqual(all);
    await write('schema.graphql', schema.replace('echo(text: String!)', 'echo(word: String!)'));
    expect(await reloaded()).toEqual(['addItem', 'item', 'status']);
  });

  it('withdraws operations while the schema is broken', async () => {
    await write('schema.graphql', 'type Query {');
    await remove('operations/addItem.graphql');
    expect(await reloaded()).toEqual(['echo', 'item', 'status']);
    expect(await health()).toMatchObject({
      status: 'degraded',
      lastError: expect.stringContaining('schema.graphql'),
    });
  });

  it('withdraws operations while the configuration is invalid', async () => {
    await write('gateway.yaml', 'schem: schema.graphql');
    await remove('operations/addItem.graphql');
    expect(await reloaded()).toEqual(['echo', 'item', 'status']);
    expect(await health()).toMatchObject({ lastError: expect.stringContaining('schem') });
  });

  it('withdraws the last operation', async () => {
    for (const path of Object.keys(sources)) {
      if (path.startsWith('operations/')) await remove(path);
    }
    expect(await reloaded()).toEqual([]);
    expect(await health()).toMatchObject({ status: 'degraded', tools: 0 });
  });

  it('keeps an operation while its fragment is broken, and removes it with its fragment', async () => {
    await write('operations/parts.graphql', 'fragment parts on Item {');
    expect(await reloaded()).toEqual(all);
    await write('operations/parts.graphql', 'fragment parts on Item { nmae }');
    expect(await reloaded()).toEqual(all);
    await remove('operations/parts.graphql');
    expect(await reloaded()).toEqual(['addItem', 'echo', 'status']);
  });
});

describe('a restriction', () => {
  const broken = () => write('operations/echo.graphql', 'query echo {');

  it('removes mutations at once, and is no error', async () => {
    await write('gateway.yaml', `${config}mutations: none\n`);
    expect(await reloaded()).toEqual(['echo', 'item', 'status']);
    expect(await health()).toMatchObject({ status: 'ok', skipped: 1 });
  });

  it('removes mutations whose last valid form would be served', async () => {
    await write('operations/addItem.graphql', 'mutation addItem {');
    expect(await reloaded()).toEqual(all);
    await write('gateway.yaml', `${config}mutations: none\n`);
    expect(await reloaded()).toEqual(['echo', 'item', 'status']);
  });

  it.each([
    ['scopes', 'scopes: [edit]', { scopes: ['edit'] }],
    ['hidden', 'hidden: true', { hidden: true }],
  ])('sets %s of an operation that is served in its last valid form', async (_, option, tool) => {
    await broken();
    await write('gateway.yaml', `${config}tools: { echo: { ${option} } }\n`);
    expect(await reloaded()).toEqual(all);
    expect(gateway.catalog.tools.get('echo')).toMatchObject(tool);
  });

  it('removes an operation whose directive changed together with an error', async () => {
    await write(
      'operations/echo.graphql',
      'query echo($text: String!) @mcpTool(scopes: ["a"]) { ecko(text: $text) }',
    );
    expect(await reloaded()).toEqual(['addItem', 'item', 'status']);
    await write('operations/echo.graphql', sources['operations/echo.graphql']);
    await reloaded();
    await write('operations/echo.graphql', 'query echo($text: String!) @mcpTool(scopes: ["a"]) {');
    expect(await reloaded()).toEqual(['addItem', 'item', 'status']);
  });

  it('removes an operation whose name is gone from a file with a syntax error', async () => {
    await write('operations/echo.graphql', '# query echo\nquery ecko {');
    expect(await reloaded()).toEqual(['addItem', 'item', 'status']);
  });

  it('removes operations that the globs do not match any more', async () => {
    await broken();
    await write('gateway.yaml', config.replace('*.graphql', '{item,parts}.graphql'));
    expect(await reloaded()).toEqual(['item']);
  });
});

describe('access to a running gateway', () => {
  const tokens = (...names: readonly string[]) =>
    `auth: { required: true, tokens: [${names.map((name) => `{ token: ${name}, subject: ada }`).join(', ')}] }\n`;

  async function statusOf(headers: Record<string, string>): Promise<number> {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const type = { 'content-type': 'application/json' };
    const init = { method: 'POST', body, headers: { ...type, ...headers } };
    return (await gateway.fetch(new Request('http://127.0.0.1/mcp', init))).status;
  }

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('is refused without a token once the configuration requires one', async () => {
    expect(await statusOf({})).toBe(200);
    await write('gateway.yaml', config + tokens('one', 'two'));
    await gateway.reload();
    expect(await statusOf({})).toBe(401);
    expect([await statusOf(bearer('one')), await statusOf(bearer('two'))]).toEqual([200, 200]);
    await write('gateway.yaml', config + tokens('two'));
    await gateway.reload();
    expect([await statusOf(bearer('one')), await statusOf(bearer('two'))]).toEqual([401, 200]);
    expect(await health()).not.toHaveProperty('restartFor');
  });

  it('is refused even if the sources cannot be read with the new configuration', async () => {
    await write('gateway.yaml', config.replace('schema.graphql', 'gone.graphql') + tokens('one'));
    expect(await gateway.reload()).toMatchObject({ ok: false });
    expect(await statusOf({})).toBe(401);
    expect(await health()).toMatchObject({ status: 'degraded' });
  });

  it('is refused to hosts and origins that are not listed any more', async () => {
    const origin = { origin: 'https://app.example' };
    const server = 'server: { allowedOrigins: [https://app.example] }\n';
    await write('gateway.yaml', config + server);
    await gateway.reload();
    expect(await statusOf(origin)).toBe(200);
    await write('gateway.yaml', `${config}server: { allowedHosts: [mcp.example] }\n`);
    await gateway.reload();
    expect(await statusOf({ ...origin, host: 'mcp.example' })).toBe(403);
    expect(await statusOf({ host: 'mcp.example' })).toBe(200);
    expect(await statusOf({ host: 'other.example' })).toBe(403);
  });

  it('hides the names of files and fields in the health report if tokens are required', async () => {
    await write('gateway.yaml', config + tokens('one'));
    await write('operations/echo.graphql', 'query echo { secret }');
    await gateway.reload();
    expect(await health()).toMatchObject({
      status: 'degraded',
      lastError: 'OPERATION_INVALID. The log contains the details.',
    });
  });
});
