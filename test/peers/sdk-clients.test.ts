import { join } from 'node:path';
import {
  Client as ClientTwo,
  SSEClientTransport as SseTwo,
  StreamableHTTPClientTransport as HttpTwo,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioTwo } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type NodeServer } from '../../src/serve/node.ts';
import { runTypeScript } from '../support/build.ts';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway, type FixtureGateway } from '../support/fixture-gateway.ts';

/** What is used of a client, whatever its version. */
interface Peer {
  ping(): Promise<unknown>;
  listTools(): Promise<{ readonly tools: readonly Record<string, unknown>[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

/** A transport class of an SDK: all take the same arguments. */
type Transport = new (target: unknown) => unknown;

interface Sdk {
  readonly Client: new (info: object) => Peer & { connect(transport: unknown): Promise<void> };
  readonly transports: Readonly<Record<'http' | 'sse' | 'stdio', Transport>>;
}

const packages = [
  'sdk-1-11',
  'sdk-1-13',
  'sdk-1-20',
  'sdk-1-23',
  'sdk-1-29',
  '@modelcontextprotocol/sdk',
];

async function importSdk(name: string): Promise<Sdk> {
  const from = (path: string) =>
    import(`${name}/client/${path}.js`) as Promise<Record<string, unknown>>;
  const [client, http, sse, stdio] = await Promise.all(
    ['index', 'streamableHttp', 'sse', 'stdio'].map(from),
  );
  return {
    Client: client?.Client as Sdk['Client'],
    transports: {
      http: http?.StreamableHTTPClientTransport as Transport,
      sse: sse?.SSEClientTransport as Transport,
      stdio: stdio?.StdioClientTransport as Transport,
    },
  };
}

const stdioServer = {
  command: process.execPath,
  args: runTypeScript(join(import.meta.dirname, '../support/stdio-server.ts')),
};
const info = { name: 'peer', version: '1.0.0' };

let gateway: FixtureGateway;
let server: NodeServer;
beforeAll(async () => {
  gateway = createFixtureGateway({ server: { streams: true } });
  server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 1_000 });
});
afterAll(() => server.close());

interface CallResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** Does with a client what every agent does, and tells what came of it. */
async function tryOut(peer: Peer): Promise<readonly string[]> {
  const { tools } = await peer.listTools();
  const call = async (name: string, args?: Record<string, unknown>): Promise<string> => {
    const called = peer.callTool({ name, ...(args && { arguments: args }) });
    const { content, isError = false } = (await called) as CallResult;
    return `${isError ? 'error: ' : ''}${content[0]?.text}`;
  };
  return [
    tools.map(({ name }) => name).join(' '),
    await call('order', { id: 'o1' }),
    await call('ping_op'),
    await call('fail_op', {}),
    await call('order', { id: 5 }),
    await call('nope', {}).catch((error: Error) => error.message.replace(/^.*?: /, '')),
  ];
}

const usual = [
  'ping_op fail_op order routed_op slow_op bug_op media_op text_op admin_op',
  '{"data":{"order":{"id":"o1"}}}',
  '{"data":{"ping_op":{}}}',
  'error: GraphQL operation failed: the upstream said no.',
  'error: id must be string',
  expect.stringMatching(/nope\.$/),
];

describe.each(packages)('the client of %s', (name) => {
  let sdk: Sdk;
  beforeAll(async () => {
    sdk = await importSdk(name);
  });

  it.each(['http', 'sse', 'stdio'] as const)('works over %s', async (kind) => {
    const targets = {
      http: new URL(`${server.url}/mcp`),
      sse: new URL(`${server.url}/sse`),
      stdio: stdioServer,
    };
    const client = new sdk.Client(info);
    await client.connect(new sdk.transports[kind](targets[kind]));
    await client.ping();
    expect(await tryOut(client)).toEqual(usual);
    await client.close();
  });
});

describe('the client of @modelcontextprotocol/client', () => {
  const modes = [
    ['a legacy client', 'legacy'],
    ['a modern client', { pin: '2026-07-28' }],
    ['left to negotiate', 'auto'],
  ] as const;

  it.each(modes)('works as %s over Streamable HTTP', async (_, mode) => {
    const client = new ClientTwo(info, { versionNegotiation: { mode } });
    await client.connect(new HttpTwo(new URL(`${server.url}/mcp`)));
    expect(await tryOut(client as unknown as Peer)).toEqual(usual);
    const routed = await client.callTool({
      name: 'routed_op',
      arguments: { region: 'Hello, 世界', shard: 42, dry: true, target: { tenant: ' t ' } },
    });
    expect(routed.isError).toBeUndefined();
    await client.close();
  });

  it.each(modes)('works as %s over stdio', async (_, mode) => {
    const client = new ClientTwo(info, { versionNegotiation: { mode } });
    await client.connect(new StdioTwo(stdioServer));
    expect(await tryOut(client as unknown as Peer)).toEqual(usual);
    await client.close();
  });

  it.each([
    ['a legacy client', 'legacy'],
    ['left to negotiate', 'auto'],
  ] as const)('works as %s over HTTP+SSE', async (_, mode) => {
    const client = new ClientTwo(info, { versionNegotiation: { mode } });
    await client.connect(new SseTwo(new URL(`${server.url}/sse`)));
    expect(await tryOut(client as unknown as Peer)).toEqual(usual);
    await client.close();
  });

  it('is refused over HTTP+SSE as a modern client, for the transport has no such revision', async () => {
    const client = new ClientTwo(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const connecting = client.connect(new SseTwo(new URL(`${server.url}/sse`)));
    await expect(connecting).rejects.toThrow(/2026-07-28/);
  });

  it.each(modes)('is told of changes as %s', async (_, mode) => {
    let tell = (): void => {};
    const told = new Promise<void>((resolve) => (tell = resolve));
    const client = new ClientTwo(info, {
      versionNegotiation: { mode },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => tell() } },
    });
    await client.connect(new HttpTwo(new URL(`${server.url}/mcp`)));
    const timer = setInterval(() => {
      const tools = [...gateway.catalog.current.tools.values(), fixtureTool('next_op')];
      gateway.catalog.set(fixtureCatalog(tools, crypto.randomUUID()));
    }, 20);
    await told;
    clearInterval(timer);
    await client.close();
    expect(gateway.bugs).toEqual([]);
  });
});
