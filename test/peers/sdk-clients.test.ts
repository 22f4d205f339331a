import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type NodeServer } from '../../src/serve/node.ts';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { stdioServer } from '../support/processes.ts';
import { tryClient, usualTrial } from '../support/try-client.ts';
import { clientInfo, importSdk, sdkPackages, type Sdk } from './clients.ts';

let server: NodeServer;
beforeAll(async () => {
  const { app } = createFixtureGateway({ server: { streams: true } });
  server = await listen(app, { host: '127.0.0.1', port: 0, drainMs: 1_000 });
});
afterAll(() => server.close());

describe.each(sdkPackages)('the client of %s', (_, packageName) => {
  let sdk: Sdk;
  beforeAll(async () => {
    sdk = await importSdk(packageName);
  });

  it.each(['http', 'sse', 'stdio'] as const)('lists and calls tools over %s', async (kind) => {
    const targets = {
      http: new URL(`${server.url}/mcp`),
      sse: new URL(`${server.url}/sse`),
      stdio: stdioServer,
    };
    const client = new sdk.Client(clientInfo);
    await client.connect(new sdk.transports[kind](targets[kind]));
    await client.ping();
    expect(await tryClient(client)).toEqual(usualTrial);
    await client.close();
  });
});
