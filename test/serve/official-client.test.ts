import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type NodeServer } from '../../src/serve/node.ts';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway, type FixtureGateway } from '../support/fixture-gateway.ts';
import { stdioServer } from '../support/processes.ts';
import { tryClient, usualTrial, type SdkClient } from '../support/try-client.ts';

let gateway: FixtureGateway;
let server: NodeServer;
beforeAll(async () => {
  gateway = createFixtureGateway({ server: { streams: true } });
  server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 1_000 });
});
afterAll(() => server.close());

type Mode = 'legacy' | 'auto' | { readonly pin: string };

const modes: readonly (readonly [string, Mode])[] = [
  ['a legacy client', 'legacy'],
  ['a modern client', { pin: '2026-07-28' }],
  ['a client that negotiates', 'auto'],
];

function createClient(mode: Mode, more: object = {}): Client {
  const info = { name: 'peer', version: '1.0.0' };
  return new Client(info, { versionNegotiation: { mode }, ...more });
}

describe('the client of @modelcontextprotocol/client', () => {
  it.each(modes)('lists and calls tools over Streamable HTTP as %s', async (_, mode) => {
    const client = createClient(mode);
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    expect(await tryClient(client as unknown as SdkClient)).toEqual(usualTrial);
    const routed = await client.callTool({
      name: 'routed_op',
      arguments: { region: 'Hello, 世界', shard: 42, dry: true, target: { tenant: ' t ' } },
    });
    expect(routed.isError).toBeUndefined();
    await client.close();
  });

  it.each(modes)('lists and calls tools over stdio as %s', async (_, mode) => {
    const client = createClient(mode);
    await client.connect(new StdioClientTransport(stdioServer));
    expect(await tryClient(client as unknown as SdkClient)).toEqual(usualTrial);
    await client.close();
  });

  const legacyModes = modes.filter(([, mode]) => typeof mode === 'string');
  it.each(legacyModes)('lists and calls tools over HTTP+SSE as %s', async (_, mode) => {
    const client = createClient(mode);
    await client.connect(new SSEClientTransport(new URL(`${server.url}/sse`)));
    expect(await tryClient(client as unknown as SdkClient)).toEqual(usualTrial);
    await client.close();
  });

  it('rejects HTTP+SSE as a modern client', async () => {
    const client = createClient({ pin: '2026-07-28' });
    const connecting = client.connect(new SSEClientTransport(new URL(`${server.url}/sse`)));
    await expect(connecting).rejects.toThrow(/2026-07-28/);
  });

  it.each(modes)('receives changes of the tool list as %s', async (_, mode) => {
    let notify = (): void => {};
    const notified = new Promise<void>((resolve) => (notify = resolve));
    const client = createClient(mode, {
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => notify() } },
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const timer = setInterval(() => {
      const tools = [...gateway.catalog.current.tools.values(), fixtureTool('next_op')];
      gateway.catalog.set(fixtureCatalog(tools, crypto.randomUUID()));
    }, 20);
    await notified;
    clearInterval(timer);
    await client.close();
    expect(gateway.bugs).toEqual([]);
  });
});
