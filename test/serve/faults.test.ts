import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen } from '../../src/serve/node.ts';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed, sendTo } from '../support/matrix.ts';
import { acceptBoth, modern, modernHeaders, post, readEvents } from '../support/mcp-requests.ts';
import { eventually } from '../support/servers.ts';

function call(id: unknown, name: string, args: object = {}): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

describeServed(
  'concurrent clients',
  () => createFixtureGateway(),
  ({ send, gateway }) => {
    it('get their own answers to requests with the same id', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, client) =>
          post(send, call(1, 'order', { id: `client ${client}` })),
        ),
      );
      expect(answers.map(({ json }) => json)).toEqual(
        Array.from({ length: 50 }, (_, client) => ({
          jsonrpc: '2.0',
          id: 1,
          result: {
            content: [{ type: 'text', text: `{"data":{"order":{"id":"client ${client}"}}}` }],
          },
        })),
      );
    });

    it('are answered while another call is slow', async () => {
      const { slow } = gateway();
      const count = slow.signals.length + 1;
      const waiting = post(send, call(1, 'slow_op', { who: 'slow' }));
      await slow.arrived(count);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, id) => post(send, call(id, 'order', { id: String(id) }))),
      );
      expect(answers.every(({ json }, id) => JSON.stringify(json).includes(`"id":${id}`))).toBe(
        true,
      );
      slow.release();
      expect(JSON.stringify((await waiting).json)).toContain('slow');
    });

    it('are answered in sequence', async () => {
      for (let id = 0; id < 50; id += 1) {
        expect(await post(send, { jsonrpc: '2.0', id, method: 'ping' })).toMatchObject({
          json: { id },
        });
      }
    });
  },
);

/** Sends a raw request, and reads nothing. */
async function openDeaf(port: number, request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  await new Promise<void>((resolve) => socket.write(request, () => resolve()));
  return socket;
}

const listenBody = JSON.stringify(
  modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
);

/** The raw requests of each kind of stream. */
const streamRequests = [
  ['HTTP+SSE', 'GET', '/sse', {}, ''],
  ['GET', 'GET', '/mcp', {}, ''],
  ['subscriptions', 'POST', '/mcp', modernHeaders('subscriptions/listen'), listenBody],
] as const;

function rawRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const all = {
    host: 'localhost',
    accept: acceptBoth,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Opens a stream, and stops reading after the status line. */
async function openRawStream(port: number, request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(request);
  const first = await new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(String(data))),
  );
  socket.pause();
  if (first.startsWith('HTTP/1.1 200 ')) return socket;
  socket.destroy();
  throw new Error(first);
}

/** Opens an HTTP+SSE stream, and stops reading after the address for messages. */
async function openDeafStream(port: number): Promise<{ socket: Socket; address: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /sse HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n');
  let text = '';
  while (!text.includes('sessionId=')) {
    text += await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
  }
  socket.pause();
  return { socket, address: /data: (\S+)/.exec(text)?.[1] ?? '' };
}

describe('clients that stop reading', () => {
  it('delay no other client, and are disconnected at the limit of unread bytes', async () => {
    const large = fixtureTool('large_op', { description: 'x'.repeat(500_000) });
    const gateway = createFixtureGateway({ catalog: fixtureCatalog([large]) });
    const server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 100 });
    const send = (path: string, init = {}) => sendTo(server.port, path, init);
    const deaf = await Promise.all([1, 2, 3].map(() => openDeafStream(server.port)));
    const closed = deaf.map(({ socket }) => new Promise((resolve) => socket.on('close', resolve)));
    const headers = { 'content-type': 'application/json' };
    for (const { address } of deaf) {
      let status = 202;
      for (let id = 0; status === 202; id += 1) {
        const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
        const response = await send(address, { method: 'POST', headers, body });
        await response.text();
        status = response.status;
        const ping = await post(send, { jsonrpc: '2.0', id, method: 'ping' });
        expect(ping).toMatchObject({ status: 200, json: { id } });
      }
      expect(status).toBe(404);
    }
    for (const { socket } of deaf) socket.resume();
    await Promise.all(closed);
    await server.close();
    expect(gateway.bugs).toEqual([]);
  });
});

describe('clients that reset their connection', () => {
  it('leave no streams and calls behind', async () => {
    const gateway = createFixtureGateway({ server: { maxStreams: 5 } });
    const server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 100 });
    const send = (path: string, init = {}) => sendTo(server.port, path, init);
    const body = JSON.stringify(modern('tools/call', { name: 'slow_op' }));
    const headers = { ...modernHeaders('tools/call', 'slow_op'), host: 'localhost' };
    const head = Object.entries({
      ...headers,
      'content-type': 'application/json',
      'content-length': String(body.length),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const sockets = await Promise.all(
      Array.from({ length: 20 }, () =>
        openDeaf(server.port, `POST /mcp HTTP/1.1\r\n${head.join('')}\r\n${body}`),
      ),
    );
    await gateway.slow.arrived(20);
    for (const socket of sockets) socket.resetAndDestroy();
    await Promise.all(sockets.map((_, index) => gateway.slow.aborted(index)));

    for (let i = 0; i < 20; i += 1) {
      const response = await send('/sse');
      if (response.status === 200) await response.body?.cancel();
    }
    await eventually(async () => {
      const response = await send('/sse');
      await response.body?.cancel();
      expect(response.status).toBe(200);
    });
    await server.close();
    expect(gateway.bugs).toEqual([]);
  });
});

describe('clients of HTTP+SSE', () => {
  it('get their own answers to requests with the same id', async () => {
    const gateway = createFixtureGateway();
    const server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 100 });
    const send = (path: string, init = {}) => sendTo(server.port, path, init);
    const clients = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const events = readEvents(await send('/sse'));
        return { events, address: (await events.next())?.data ?? '' };
      }),
    );
    const headers = { 'content-type': 'application/json' };
    const posted = clients.map(async ({ address }, client) => {
      const body = JSON.stringify(call(1, 'order', { id: `client ${client}` }));
      await (await send(address, { method: 'POST', headers, body })).text();
    });
    const answers = await Promise.all(clients.map(({ events }) => events.next()));
    await Promise.all(posted);
    for (const [client, answer] of answers.entries()) {
      const content = [{ type: 'text', text: `{"data":{"order":{"id":"client ${client}"}}}` }];
      expect(JSON.parse(answer?.data ?? '')).toMatchObject({ id: 1, result: { content } });
    }
    await server.close();
  });
});

describe.each(streamRequests)('clients of %s streams', (_, ...request) => {
  it('free their streams by resetting the connection, and delay no call', async () => {
    const gateway = createFixtureGateway({ server: { maxStreams: 5, streams: true } });
    const server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 100 });
    const send = (path: string, init = {}) => sendTo(server.port, path, init);
    for (let round = 0; round < 10; round += 1) {
      const sockets: Socket[] = [];
      while (sockets.length < 5) {
        // the server notices resets asynchronously
        const open = () => openRawStream(server.port, rawRequest(...request));
        sockets.push(await eventually(open));
      }
      for (const socket of sockets) socket.resetAndDestroy();
      const ping = { jsonrpc: '2.0', id: round, method: 'ping' };
      expect(await post(send, ping)).toMatchObject({ status: 200, json: { id: round } });
    }
    await server.close();
    expect(gateway.bugs).toEqual([]);
  });

  it('delay neither notifications nor calls when they stop reading', async () => {
    const gateway = createFixtureGateway({ server: { streams: true } });
    const server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 100 });
    const send = (path: string, init = {}) => sendTo(server.port, path, init);
    const deaf = await Promise.all(
      Array.from({ length: 20 }, () => openRawStream(server.port, rawRequest(...request))),
    );
    for (let change = 0; change < 200; change += 1) {
      gateway.catalog.set(fixtureCatalog([fixtureTool(`tool_${change}`)], String(change)));
      const ping = { jsonrpc: '2.0', id: change, method: 'ping' };
      expect(await post(send, ping)).toMatchObject({ status: 200, json: { id: change } });
    }
    // a client that does not read must not delay the stop of the server either
    const closed = deaf.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await server.close();
    for (const socket of deaf) socket.resume();
    await Promise.all(closed);
    expect(gateway.bugs).toEqual([]);
  });
});

describe('pipelined requests', () => {
  const stream = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const slowCall = modern('tools/call', { name: 'slow_op' });

  function written(body: object, headers: Record<string, string>, path = '/mcp'): string {
    const text = JSON.stringify(body);
    const all = {
      ...headers,
      host: 'localhost',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
  }

  it.each(['/mcp', '/mcp?asked=1'])('end with their connection: %s', async (path) => {
    const gateway = createFixtureGateway({ server: { maxStreams: 6 } });
    const server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 100 });
    const send = (address: string, init = {}) => sendTo(server.port, address, init);
    const opening = written(stream, modernHeaders('subscriptions/listen'), path);
    const calling = written(slowCall, modernHeaders('tools/call', 'slow_op'), path);
    const socket = await openDeaf(server.port, opening.repeat(5) + calling.repeat(2));
    await gateway.slow.arrived(2);
    await eventually(async () => {
      const response = await send('/sse');
      const second = await send('/sse');
      await response.body?.cancel();
      await second.body?.cancel();
      expect([response.status, second.status]).toEqual([200, 503]);
    });
    socket.resetAndDestroy();
    await Promise.all([0, 1].map((index) => gateway.slow.aborted(index)));
    await eventually(async () => {
      const responses = await Promise.all(Array.from({ length: 6 }, () => send('/sse')));
      for (const response of responses) await response.body?.cancel();
      expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    });
    await server.close();
    expect(gateway.bugs).toEqual([]);
  });
});
