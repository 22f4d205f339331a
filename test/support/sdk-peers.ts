import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';

/** What is used of a client, whatever its version. */
export interface Peer {
  listTools(params?: { readonly cursor?: string }): Promise<{
    readonly tools: readonly { readonly name: string }[];
    readonly nextCursor?: string | undefined;
  }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

/** A client of an official SDK, and how it is connected over Streamable HTTP. */
export interface PeerKind {
  readonly name: string;
  readonly connect: (url: string) => Promise<Peer>;
}

interface Sdk {
  readonly Client: new (info: object) => Peer & { connect(transport: unknown): Promise<void> };
  readonly Transport: new (target: URL) => unknown;
}

const info = { name: 'peer', version: '1.0.0' };

/** The clients of the TypeScript SDK, old and new; each refuses what the others let pass. */
export const sdkPeers: readonly PeerKind[] = [
  { name: 'sdk 1.11.5', connect: connectSdk('sdk-1-11') },
  { name: 'sdk 1.13.3', connect: connectSdk('sdk-1-13') },
  { name: 'sdk 1.20.2', connect: connectSdk('sdk-1-20') },
  { name: 'sdk 1.23.0', connect: connectSdk('sdk-1-23') },
  { name: 'sdk 1.29.0', connect: connectSdk('sdk-1-29') },
  { name: 'sdk 1.32.2', connect: connectSdk('@modelcontextprotocol/sdk') },
  { name: 'client 2.4.0', connect: connectModern },
];

function connectSdk(packageName: string): PeerKind['connect'] {
  return async (url) => {
    const { Client, Transport } = await importSdk(packageName);
    const client = new Client(info);
    await client.connect(new Transport(new URL(url)));
    return client;
  };
}

async function importSdk(packageName: string): Promise<Sdk> {
  const from = (path: string) =>
    import(`${packageName}/client/${path}.js`) as Promise<Record<string, unknown>>;
  const [client, http] = await Promise.all(['index', 'streamableHttp'].map(from));
  return {
    Client: client?.Client as Sdk['Client'],
    Transport: http?.StreamableHTTPClientTransport as Sdk['Transport'],
  };
}

async function connectModern(url: string): Promise<Peer> {
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new ModernTransport(new URL(url)));
  return client as unknown as Peer;
}
