import { expect, it } from 'vitest';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed } from '../support/matrix.ts';
import { post, readEvents } from '../support/mcp-requests.ts';
import { eventually } from '../support/servers.ts';

describeServed(
  'GET on the MCP endpoint, where streams are on',
  () => createFixtureGateway({ server: { streams: true, maxStreams: 1 } }),
  ({ send, gateway }) => {
    const get = (headers: Record<string, string>) => send('/mcp', { headers });

    it('sends changes of the tool list, and advertises them in the handshake', async () => {
      const clientInfo = { name: 'c', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      const handshake = await post(send, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
      expect(handshake.json).toMatchObject({
        result: { capabilities: { tools: { listChanged: true } } },
      });
      const response = await get({ accept: 'text/event-stream' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const events = readEvents(response);
      gateway().catalog.set(fixtureCatalog([fixtureTool('next_op')], 'a'.repeat(64)));
      expect(await events.next()).toEqual({
        event: 'message',
        data: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
      });
      const second = await get({ accept: 'text/event-stream' });
      expect(second.status).toBe(503);
      await second.text();
      await events.cancel();
      await eventually(async () => {
        const third = await get({ accept: '*/*', 'mcp-protocol-version': '2025-11-25' });
        expect(third.status).toBe(200);
        await readEvents(third).cancel();
      });
    });

    it.each([
      [400, { 'mcp-protocol-version': '1999-01-01' }],
      [406, { accept: 'application/json' }],
    ])('answers %i to %j', async (status, headers) => {
      const response = await get({ accept: 'text/event-stream', ...headers });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { code: -32600 } });
    });

    it('answers 405 without a body to revision 2026-07-28, which has no GET', async () => {
      const version = { 'mcp-protocol-version': '2026-07-28' };
      const response = await get({ accept: 'text/event-stream', ...version });
      expect([response.status, await response.text()]).toEqual([405, '']);
    });

    it('answers other methods with 405', async () => {
      const response = await send('/mcp', { method: 'DELETE' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, GET']);
    });
  },
);
