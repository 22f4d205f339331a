import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater, serve } from '../support/servers.ts';

describe('the health of a gateway', () => {
  it('lists an API after repeated failures, until a call succeeds', async () => {
    let isDown = true;
    const endpoint = await serve((request, response) => {
      request.resume();
      response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
      response.end('{"data":{"film":"Alien"}}');
    });
    const gateway = await createGateway({
      endpoint,
      schema: buildSchema('type Query { film: String }'),
      inlineOperations: ['query film { film }'],
      http: { attempts: 1, breakerFailures: 2, breakerMs: 0 },
    });
    closeLater(() => gateway.close());
    const health = async (): Promise<unknown> =>
      (await gateway.fetch(new Request('http://127.0.0.1/health'))).json();
    await gateway.call('film');
    expect(await health()).toMatchObject({ status: 'ok' });
    await gateway.call('film');
    expect(await health()).toMatchObject({ status: 'degraded', down: ['default'] });
    isDown = false;
    await gateway.call('film');
    expect(await health()).not.toHaveProperty('down');
    expect(await health()).toMatchObject({ status: 'ok' });
  });
});
