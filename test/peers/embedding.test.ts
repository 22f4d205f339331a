import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { mount, openGateway, pingAt, pong } from '../docs/embedding-page.ts';
import { closeLater } from '../support/servers.ts';

describe('docs/embedding.md', () => {
  it('mounts the gateway in Fastify', async () => {
    const app = fastify();
    closeLater(() => app.close());
    await mount('Fastify', { app, gateway: await openGateway() });
    await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await pingAt((app.server.address() as AddressInfo).port)).toEqual(pong);
  });
});
