import { expect, it } from 'vitest';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed, type Send } from '../support/matrix.ts';
import { readEvents, type EventReader } from '../support/mcp-requests.ts';
import { eventually } from '../support/servers.ts';

const json = { 'content-type': 'application/json' };

async function connect(send: Send, headers: Record<string, string> = {}) {
  const response = await send('/sse', { headers: { accept: 'text/event-stream', ...headers } });
  const events = readEvents(response);
  const endpoint = await events.next();
  return { response, events, address: endpoint?.data ?? '', endpoint };
}

async function say(send: Send, address: string, message: unknown, headers = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const response = await send(address, { method: 'POST', headers: { ...json, ...headers }, body });
  return { status: response.status, text: await response.text() };
}

async function heard(events: EventReader): Promise<unknown> {
  const event = await events.next();
  return event && JSON.parse(event.data);
}

function initialize(protocolVersion: string): object {
  const clientInfo = { name: 'c', version: '1' };
  const params = { protocolVersion, capabilities: {}, clientInfo };
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params };
}

const acceptedText = { status: 202, text: 'Accepted' };

describeServed(
  'HTTP+SSE',
  () => createFixtureGateway(),
  ({ send, gateway }) => {
    it('sends the address for messages, with an unguessable id', async () => {
      const { response, events, endpoint } = await connect(send);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
      expect(response.headers.get('x-accel-buffering')).toBe('no');
      expect(endpoint?.event).toBe('endpoint');
      expect(endpoint?.data).toMatch(
        /^\/messages\?sessionId=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      );
      await events.cancel();
    });

    it.each([
      ['2024-11-05', '2024-11-05'],
      ['2025-11-25', '2025-11-25'],
      ['2026-07-28', '2025-11-25'],
    ])('negotiates a revision with a client of %s', async (asked, negotiated) => {
      const { events, address } = await connect(send);
      expect(await say(send, address, initialize(asked))).toEqual(acceptedText);
      expect(await events.next()).toEqual({
        event: 'message',
        data: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          result: {
            protocolVersion: negotiated,
            capabilities: { tools: { listChanged: true } },
            serverInfo: { name: 'gw', version: '1.0.0' },
          },
        }),
      });
      await events.cancel();
    });

    it('answers requests on the stream, and does not answer notifications', async () => {
      const { events, address } = await connect(send);
      const request = (id: number, method: string, params: object = {}) =>
        say(send, address, { jsonrpc: '2.0', id, method, params });
      await say(send, address, initialize('2024-11-05'));
      await heard(events);
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect(await say(send, address, initialized)).toEqual(acceptedText);
      expect(await request(2, 'ping')).toEqual(acceptedText);
      expect(await heard(events)).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
      await request(3, 'tools/list');
      const list = (await heard(events)) as { result: { tools: object[] } };
      expect(Object.keys(list.result.tools[0] ?? {})).toEqual([
        'name',
        'description',
        'inputSchema',
      ]);
      await request(4, 'tools/call', { name: 'order', arguments: { id: 'o1' } });
      expect(await heard(events)).toEqual({
        jsonrpc: '2.0',
        id: 4,
        result: { content: [{ type: 'text', text: '{"data":{"order":{"id":"o1"}}}' }] },
      });
      expect(await request(5, 'tools/call', { name: 'nope' })).toEqual(acceptedText);
      expect(await heard(events)).toMatchObject({ id: 5, error: { code: -32602 } });
      expect(await request(6, 'foo/bar')).toEqual(acceptedText);
      expect(await heard(events)).toMatchObject({ id: 6, error: { code: -32601 } });
      await events.cancel();
    });

    it('aborts a cancelled call, and never answers it', async () => {
      const { slow } = gateway();
      const index = slow.signals.length;
      const { events, address } = await connect(send);
      const call = { jsonrpc: '2.0', id: 77, method: 'tools/call', params: { name: 'slow_op' } };
      await say(send, address, call);
      await slow.arrived(index + 1);
      const params = { requestId: 77, reason: 'x' };
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
      expect(await say(send, address, cancelled)).toEqual(acceptedText);
      expect(slow.signals[index]?.aborted).toBe(true);
      await say(send, address, { jsonrpc: '2.0', id: 78, method: 'ping' });
      expect(await heard(events)).toMatchObject({ id: 78 });
      await events.cancel();
    });

    it('notifies of changes of the tool list', async () => {
      const { events, address } = await connect(send);
      await say(send, address, initialize('2024-11-05'));
      await heard(events);
      await say(send, address, { jsonrpc: '2.0', method: 'notifications/initialized' });
      gateway().catalog.set(fixtureCatalog([fixtureTool('next_op')], crypto.randomUUID()));
      expect(await heard(events)).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
      });
      gateway().catalog.set(fixtureCatalog());
      await events.cancel();
    });

    it.each([
      '{oops',
      '{"jsonrpc":"2.0","id":3}',
      '[]',
      '[{"jsonrpc":"2.0","id":3,"method":"ping"}]',
    ])('refuses invalid messages with 400, and sends nothing on the stream: %s', async (body) => {
      const { events, address } = await connect(send);
      await say(send, address, initialize('2024-11-05'));
      await heard(events);
      const { status, text } = await say(send, address, body);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: {} });
      await say(send, address, { jsonrpc: '2.0', id: 4, method: 'ping' });
      expect(await heard(events)).toMatchObject({ id: 4 });
      await events.cancel();
    });

    it('accepts batches in revision 2025-03-26', async () => {
      const { events, address } = await connect(send);
      await say(send, address, initialize('2025-03-26'));
      await heard(events);
      await say(send, address, [
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        { jsonrpc: '2.0', method: 'notifications/whatever' },
      ]);
      expect(await heard(events)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
      await events.cancel();
    });

    it('refuses a request with the id of a running one', async () => {
      const { slow } = gateway();
      const count = slow.signals.length + 1;
      const { events, address } = await connect(send);
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow_op' } };
      await say(send, address, call);
      await slow.arrived(count);
      await say(send, address, { jsonrpc: '2.0', id: 1, method: 'ping' });
      expect(await heard(events)).toMatchObject({ id: 1, error: { code: -32600 } });
      slow.release();
      expect(await heard(events)).toMatchObject({ id: 1, result: {} });
      await events.cancel();
    });

    it('refuses messages for unknown streams, and without a stream', async () => {
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const none = '00000000-0000-4000-8000-000000000000';
      expect(await say(send, `/messages?sessionId=${none}`, ping)).toMatchObject({ status: 404 });
      expect(await say(send, `/message/${none}`, ping)).toMatchObject({ status: 404 });
      expect(await say(send, '/messages', ping)).toMatchObject({ status: 400 });
      const { events, address } = await connect(send);
      const form = { 'content-type': 'text/plain' };
      expect(await say(send, address, ping, form)).toMatchObject({ status: 415 });
      const evil = { origin: 'https://evil.example' };
      expect(await say(send, address, ping, evil)).toMatchObject({ status: 403 });
      await events.cancel();
    });

    it('refuses POST on the stream path with 405, so that newer clients fall back to GET', async () => {
      const response = await send('/sse', { method: 'POST', headers: json, body: '{}' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
      await response.text();
    });

    it('releases everything of a client that closes its stream', async () => {
      const { slow } = gateway();
      const index = slow.signals.length;
      const { events, address } = await connect(send);
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow_op' } };
      await say(send, address, call);
      await slow.arrived(index + 1);
      await events.cancel();
      await slow.aborted(index);
      await eventually(async () => {
        expect(await say(send, address, call)).toMatchObject({ status: 404 });
      });
    });
  },
);

const tokens = [
  { token: 'a', subject: 'ann' },
  { token: 'b', subject: 'bob' },
];

describeServed(
  'HTTP+SSE with authentication',
  () => createFixtureGateway({ auth: { required: true, tokens } }),
  ({ send }) => {
    it('authenticates the stream and every message, and refuses messages of another caller', async () => {
      const refused = await send('/sse');
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      await refused.text();
      const ann = { authorization: 'Bearer a' };
      const { events, address } = await connect(send, ann);
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      expect(await say(send, address, ping)).toMatchObject({ status: 401 });
      const bob = { authorization: 'Bearer b' };
      expect(await say(send, address, ping, bob)).toMatchObject({ status: 403 });
      expect(await say(send, address, ping, ann)).toEqual(acceptedText);
      expect(await heard(events)).toMatchObject({ id: 1 });
      await events.cancel();
    });
  },
);
