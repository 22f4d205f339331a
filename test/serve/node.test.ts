import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { GatewayError } from '../../src/core/diagnostic.ts';
import { listen } from '../../src/serve/node.ts';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { sendTo } from '../support/matrix.ts';
import { acceptBoth, modern, modernHeaders, post, readEvents } from '../support/mcp-requests.ts';

const slowCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow_op' } };

const twoTokens = [
  { token: 'a', subject: 'ada' },
  { token: 'b', subject: 'bob' },
];

function serve(drainMs: number) {
  const gateway = createFixtureGateway();
  return listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs }).then((server) => ({
    gateway,
    server,
    send: (path: string, init = {}) => sendTo(server.port, path, init),
  }));
}

it('listens on the configured host and port, and returns the URL', async () => {
  const { server } = await serve(100);
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  const response = await fetch(`${server.url}/health`);
  expect(await response.json()).toMatchObject({ status: 'ok' });
  await server.close();
});

it('listens on IPv6', async () => {
  const { app } = createFixtureGateway({ server: { host: '::1' } });
  const server = await listen(app, { host: '::1', port: 0, drainMs: 100 });
  expect(server.url).toBe(`http://[::1]:${server.port}`);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await server.close();
});

it('reports that a port is in use', async () => {
  const { server, gateway } = await serve(100);
  const second = listen(gateway.app, { host: '127.0.0.1', port: server.port, drainMs: 100 });
  await expect(second).rejects.toBeInstanceOf(GatewayError);
  await expect(second).rejects.toMatchObject({
    diagnostics: [
      {
        code: 'PORT_IN_USE',
        message: `Port ${server.port} on 127.0.0.1 is used by another program.`,
        hint: 'Stop it, or choose another port with --port or server.port.',
      },
    ],
  });
  await server.close();
});

it('reports that a host is unknown', async () => {
  const { app } = createFixtureGateway();
  const listening = listen(app, { host: '192.0.2.1', port: 0, drainMs: 100 });
  await expect(listening).rejects.toMatchObject({ diagnostics: [{ code: 'HOST_UNKNOWN' }] });
});

it('finishes calls, ends streams and refuses new requests when it stops', async () => {
  const { server, gateway, send } = await serve(10_000);
  const listening = await send('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: acceptBoth,
      ...modernHeaders('subscriptions/listen'),
    },
    body: JSON.stringify(
      modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    ),
  });
  const events = readEvents(listening);
  await events.next();
  const sse = readEvents(await send('/sse'));
  await sse.next();
  const answering = post(send, slowCall);
  await gateway.slow.arrived(1);
  // an idle connection must not delay the stop
  const idle = connect(server.port, '127.0.0.1');
  await new Promise((resolve) => idle.once('connect', resolve));

  const closing = server.close();
  expect(JSON.parse((await events.next())?.data ?? '')).toMatchObject({
    result: { resultType: 'complete' },
  });
  expect(await events.next()).toBeUndefined();
  expect(await sse.next()).toBeUndefined();
  await expect(send('/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  gateway.slow.release();
  expect(await answering).toMatchObject({ status: 200, json: { id: 1, result: {} } });
  await closing;
  expect(server.close()).toBe(server.close());
});

it('finishes calls whose answers go on streams when it stops', async () => {
  const { server, gateway, send } = await serve(10_000);
  const headers = { 'content-type': 'application/json', accept: acceptBoth };
  const sse = readEvents(await send('/sse'));
  const address = (await sse.next())?.data ?? '';
  const posted = await send(address, { method: 'POST', headers, body: JSON.stringify(slowCall) });
  await posted.text();
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  const answering = send('/mcp', { method: 'POST', headers, body: JSON.stringify(slowCall) });
  await gateway.slow.arrived(2);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  const late = readEvents(await answering);
  const closing = server.close();
  gateway.slow.release();
  for (const events of [sse, late]) {
    expect(JSON.parse((await events.next())?.data ?? '')).toMatchObject({ id: 1, result: {} });
    expect(await events.next()).toBeUndefined();
  }
  await closing;
});

it('closes all connections at the drain deadline', async () => {
  const { server, gateway, send } = await serve(50);
  const body = modern('tools/call', { name: 'slow_op' });
  const answering = post(send, body, modernHeaders('tools/call', 'slow_op'));
  const outcome = answering.catch((error: unknown) => error);
  await gateway.slow.arrived(1);
  await server.close();
  expect(await outcome).toMatchObject({ code: 'ECONNRESET' });
  await gateway.slow.aborted(0);
  expect(gateway.slow.signals[0]?.aborted).toBe(true);
});

it('refuses a malformed host or path with 400', async () => {
  const { server, send } = await serve(100);
  for (const [path, host] of [
    ['/health', 'a b'],
    ['/health', 'user@host'],
    ['/mcp', 'a b'],
    ['/health\\x', 'localhost'],
  ] as const) {
    const response = await send(path, { headers: { host } });
    expect([host, response.status]).toEqual([host, 400]);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: 'The Host header or the path is malformed.' },
    });
  }
  await server.close();
});

it.each([
  ['Authorization: Bearer a\r\nAuthorization: Bearer b\r\n', 400],
  ['Host: other.example\r\n', 400],
  ['Transfer-Encoding: gzip, chunked\r\n', 501],
])('refuses ambiguous headers: %j', async (more, status) => {
  const { app } = createFixtureGateway({ auth: { required: true, tokens: twoTokens } });
  const server = await listen(app, { host: '127.0.0.1', port: 0, drainMs: 100 });
  const isFirst = more.startsWith('Authorization');
  const client = connect(server.port, '127.0.0.1');
  client.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      (isFirst ? '' : 'Authorization: Bearer a\r\n') +
      `${more}${more.includes('chunked') ? '' : 'Content-Length: 2\r\n'}\r\n` +
      (more.includes('chunked') ? '2\r\n{}\r\n0\r\n\r\n' : '{}'),
  );
  const [first] = (await once(client, 'data')) as [Buffer];
  expect(first.toString().split('\r\n')[0]).toContain(`HTTP/1.1 ${status} `);
  client.destroy();
  await server.close();
});

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** A server with a response of 30 MB, and a client that has read the beginning of it. */
async function serveLarge(readMs: number) {
  const large = fixtureTool('large_op', { description: 'x'.repeat(30_000_000) });
  const { app } = createFixtureGateway({ catalog: fixtureCatalog([large]) });
  const server = await listen(app, { host: '127.0.0.1', port: 0, drainMs: 600_000, readMs });
  const body = JSON.stringify(listTools);
  const client = connect(server.port, '127.0.0.1');
  client.on('error', () => {});
  client.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: ${acceptBoth}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  let received = 0;
  client.on('data', (bytes) => (received += bytes.length));
  await new Promise((resolve) => client.once('data', resolve));
  client.pause();
  return { server, client, received: () => received };
}

it('disconnects a client that reads nothing of a large response, and no other', async () => {
  const { server, client } = await serveLarge(1_000);
  const send = (path: string, init = {}) => sendTo(server.port, path, init);
  expect(await post(send, listTools)).toMatchObject({ status: 200, json: { id: 1 } });
  // without the write timeout this would wait for the client
  await server.close();
  client.destroy();
});

it('stops only after a large response has been read completely', async () => {
  const { server, client, received } = await serveLarge(600_000);
  const closed = server.close();
  const ended = new Promise((resolve) => client.once('end', resolve));
  client.resume();
  await Promise.all([closed, ended]);
  expect(received()).toBeGreaterThan(30_000_000);
});
