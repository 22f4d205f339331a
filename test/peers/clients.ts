import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { SdkClient } from '../support/try-client.ts';

/** A client of an official SDK, and how it is connected over Streamable HTTP. */
export interface ClientKind {
  readonly name: string;
  readonly connect: (url: string, headers?: Record<string, string>) => Promise<SdkClient>;
}

/** A transport class of an SDK: all take the same arguments. */
type Transport = new (target: unknown, options?: object) => unknown;

export interface Sdk {
  readonly Client: new (info: object) => SdkClient & {
    connect(transport: unknown): Promise<void>;
  };
  readonly transports: Readonly<Record<'http' | 'sse' | 'stdio', Transport>>;
}

/** Versions of the TypeScript SDK, and the packages that they are installed as. */
export const sdkPackages: readonly (readonly [version: string, packageName: string])[] = [
  ['sdk 1.11.5', 'sdk-1-11'],
  ['sdk 1.13.3', 'sdk-1-13'],
  ['sdk 1.20.2', 'sdk-1-20'],
  ['sdk 1.23.0', 'sdk-1-23'],
  ['sdk 1.29.0', 'sdk-1-29'],
  ['sdk 1.32.2', '@modelcontextprotocol/sdk'],
];

export const clientInfo = { name: 'peer', version: '1.0.0' };

/** Clients old and new; each rejects something that the others accept. */
export const clientKinds: readonly ClientKind[] = [
  ...sdkPackages.map(([name, packageName]) => ({ name, connect: connectSdk(packageName) })),
  { name: 'client 2.4.0', connect: connectNewest({ pin: '2026-07-28' }) },
];

/** The newest client in each mode of negotiation, and the newest of the older SDK. */
export const newestClients: readonly ClientKind[] = [
  { name: 'sdk 1.32.2', connect: connectSdk('@modelcontextprotocol/sdk') },
  { name: 'client 2.4.0 as a legacy client', connect: connectNewest('legacy') },
  { name: 'client 2.4.0 as a modern client', connect: connectNewest({ pin: '2026-07-28' }) },
  { name: 'client 2.4.0 that negotiates', connect: connectNewest('auto') },
];

export async function importSdk(packageName: string): Promise<Sdk> {
  const from = (path: string) =>
    import(`${packageName}/client/${path}.js`) as Promise<Record<string, unknown>>;
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

function connectSdk(packageName: string): ClientKind['connect'] {
  return async (url, headers = {}) => {
    const sdk = await importSdk(packageName);
    const client = new sdk.Client(clientInfo);
    await client.connect(new sdk.transports.http(new URL(url), { requestInit: { headers } }));
    return client;
  };
}

function connectNewest(mode: 'legacy' | 'auto' | { readonly pin: string }): ClientKind['connect'] {
  return async (url, headers = {}) => {
    const client = new Client(clientInfo, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    return client as unknown as SdkClient;
  };
}
