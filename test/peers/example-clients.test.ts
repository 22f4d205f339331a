import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import {
  exampleCalls,
  openExample,
  serveExample,
  type ExampleCall,
} from '../support/example-gateway.ts';
import { closeLater } from '../support/servers.ts';

/** What is used of a client, whatever its version. */
interface Peer {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

type Connect = (url: URL, token: string | undefined) => Promise<Peer>;

function headersOf(token: string | undefined) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return { requestInit: { headers } };
}

const connectSdk: Connect = async (url, token) => {
  const client = new LegacyClient({ name: 'peer', version: '1.0.0' });
  await client.connect(new LegacyTransport(url, headersOf(token)) as never);
  return client as unknown as Peer;
};

function connectClient(mode: 'legacy' | 'auto' | { readonly pin: string }): Connect {
  return async (url, token) => {
    const info = { name: 'peer', version: '1.0.0' };
    const client = new ModernClient(info, { versionNegotiation: { mode } });
    await client.connect(new ModernTransport(url, headersOf(token)));
    return client as unknown as Peer;
  };
}

const peers: readonly (readonly [string, Connect])[] = [
  ['@modelcontextprotocol/sdk 1.32.2', connectSdk],
  ['@modelcontextprotocol/client 2.4.0 as a legacy client', connectClient('legacy')],
  ['@modelcontextprotocol/client 2.4.0 as a modern client', connectClient({ pin: '2026-07-28' })],
  ['@modelcontextprotocol/client 2.4.0 left to negotiate', connectClient('auto')],
];

interface Envelope {
  readonly data: unknown;
  readonly errors?: readonly { readonly classification?: string }[];
}

interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Envelope;
  readonly isError?: boolean;
}

describe.each(peers)('the example through %s', (_, connect) => {
  it('lists every tool', async () => {
    const peer = await connect(new URL(await serveExample()), undefined);
    closeLater(() => peer.close());
    const { tools } = await peer.listTools();
    const { catalog } = await openExample();
    expect(tools.map(({ name }) => name)).toEqual([...catalog.tools.keys()]);
  });

  it('calls every tool, errors included, and finds every result to fit its schema', async () => {
    const url = new URL(await serveExample());
    const clients = new Map<string | undefined, Peer>();
    for (const token of [undefined, 'demo-token', 'guest-token']) {
      const peer = await connect(url, token);
      closeLater(() => peer.close());
      // the client validates results of tools it has listed
      await peer.listTools();
      clients.set(token, peer);
    }
    for (const call of exampleCalls) {
      const result = await clients
        .get(call.token)
        ?.callTool({ name: call.tool, arguments: call.args });
      expect(summaryOf(result as CallResult), call.tool).toEqual(expectedOf(call));
    }
  });
});

function summaryOf({ content, structuredContent, isError = false }: CallResult) {
  const { data, errors } = structuredContent;
  return {
    isError,
    hasData: data !== null && Object.values(data as object).some((value) => value !== null),
    classifications: errors?.map(({ classification }) => classification),
    // the envelope stands as text, too: the only block of a success, the second of a failure
    textEqualsEnvelope: JSON.stringify(structuredContent) === content.at(-1)?.text,
  };
}

function expectedOf({ outcome, classifications }: ExampleCall) {
  return {
    isError: outcome !== 'success',
    hasData: outcome === 'success' || outcome === 'partial',
    classifications,
    textEqualsEnvelope: true,
  };
}
