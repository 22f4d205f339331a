import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serveStdio } from '../../src/serve/stdio.ts';
import { stdioServer } from '../support/processes.ts';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway, type FixtureGateway } from '../support/fixture-gateway.ts';
import { modern, modernMeta } from '../support/mcp-requests.ts';

interface Client {
  readonly gateway: FixtureGateway;
  say(message: unknown): void;
  /** The next line the server writes. */
  hear(): Promise<unknown>;
  /** Ends the input; resolves with all unread lines when the server is done. */
  end(): Promise<readonly unknown[]>;
}

function start({ drainMs = 1_000, maxMessageBytes = 100_000 } = {}): Client {
  const gateway = createFixtureGateway();
  const input = new PassThrough();
  const output = new PassThrough();
  const done = serveStdio({ mcp: gateway.mcp, input, output, maxMessageBytes, drainMs });
  let text = '';
  let wake = (): void => {};
  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    text += chunk;
    wake();
  });
  const take = (): string | undefined => {
    const end = text.indexOf('\n');
    if (end === -1) return undefined;
    const line = text.slice(0, end);
    text = text.slice(end + 1);
    return line;
  };
  return {
    gateway,
    say: (message) =>
      input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    async hear() {
      for (;;) {
        const line = take();
        if (line !== undefined) return JSON.parse(line) as unknown;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    async end() {
      input.end();
      await done;
      const rest: unknown[] = [];
      for (let line = take(); line !== undefined; line = take()) rest.push(JSON.parse(line));
      return rest;
    },
  };
}

function initialize(protocolVersion: string): object {
  const clientInfo = { name: 'c', version: '1' };
  const params = { protocolVersion, capabilities: {}, clientInfo };
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params };
}

const slowCall = { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'slow_op' } };
const SI = { 'io.modelcontextprotocol/serverInfo': { name: 'gw', version: '1.0.0' } };

describe('a legacy client over stdio', () => {
  it('initializes, pings, lists and calls tools', async () => {
    const client = start();
    client.say(initialize('2025-06-18'));
    expect(await client.hear()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'gw', version: '1.0.0' },
      },
    });
    client.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    client.say({ jsonrpc: '2.0', id: 2, method: 'ping' });
    expect(await client.hear()).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    client.say({ jsonrpc: '2.0', id: 3, method: 'foo/bar' });
    expect(await client.hear()).toMatchObject({ id: 3, error: { code: -32601 } });
    client.say({ ...slowCall, params: { name: 'order', arguments: { id: 'o1' } } });
    expect(await client.hear()).toMatchObject({
      id: 4,
      result: { structuredContent: { data: { order: { id: 'o1' } } } },
    });
    expect(await client.end()).toEqual([]);
  });

  it('gets -32700 for unreadable lines, and continues', async () => {
    const client = start({ maxMessageBytes: 200 });
    client.say('{oops');
    expect(await client.hear()).toMatchObject({ id: null, error: { code: -32700 } });
    client.say(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(200) }));
    expect(await client.hear()).toMatchObject({ id: null, error: { code: -32600 } });
    client.say('{"jsonrpc":"2.0","id":3}');
    expect(await client.hear()).toMatchObject({ id: 3, error: { code: -32600 } });
    client.say({ jsonrpc: '2.0', id: 2, method: 'ping' });
    expect(await client.hear()).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    await client.end();
  });

  it('may send batches only in 2025-03-26', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'ping_op' } },
    ];
    const old = start();
    old.say(initialize('2025-03-26'));
    await old.hear();
    old.say(batch);
    expect(await old.hear()).toMatchObject([
      { id: 2, result: {} },
      { id: 3, result: { content: [{ type: 'text' }] } },
    ]);
    await old.end();
    const newer = start();
    newer.say(initialize('2025-06-18'));
    await newer.hear();
    newer.say(batch);
    expect(await newer.hear()).toMatchObject({ id: null, error: { code: -32600 } });
    await newer.end();
  });

  it('can cancel a call, which is then not answered', async () => {
    const client = start();
    client.say(slowCall);
    await client.gateway.slow.arrived(1);
    const params = { requestId: 4, reason: 'x' };
    client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await client.gateway.slow.aborted(0);
    client.say({ jsonrpc: '2.0', id: 4, method: 'ping' });
    expect(await client.hear()).toEqual({ jsonrpc: '2.0', id: 4, result: {} });
    expect(await client.end()).toEqual([]);
  });

  it('is notified of changes of the tool list', async () => {
    const client = start();
    client.say(initialize('2025-11-25'));
    await client.hear();
    client.gateway.catalog.set(fixtureCatalog([], 'a'));
    client.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    client.say({ jsonrpc: '2.0', id: 2, method: 'ping' });
    expect(await client.hear()).toMatchObject({ id: 2 });
    client.gateway.catalog.set(fixtureCatalog([fixtureTool('next_op')], 'b'));
    expect(await client.hear()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
    });
    await client.end();
  });

  it('stays legacy whatever its later _meta contains', async () => {
    const client = start();
    client.say(initialize('2025-06-18'));
    await client.hear();
    client.say(modern('tools/list', {}, 2));
    expect(await client.hear()).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
    client.say(modern('server/discover', {}, 3));
    expect(await client.hear()).toMatchObject({ id: 3, error: { code: -32601 } });
    await client.end();
  });

  it('gets the answers to running calls after its input ends', async () => {
    const client = start();
    client.say(slowCall);
    client.say([slowCall, { ...slowCall, id: 5 }].slice(1));
    await client.gateway.slow.arrived(2);
    const ending = client.end();
    client.gateway.slow.release();
    expect(await ending).toMatchObject([{ id: 4, result: {} }, [{ id: 5, result: {} }]]);
  });

  it('has running calls aborted at the drain deadline', async () => {
    const client = start({ drainMs: 20 });
    client.say(slowCall);
    await client.gateway.slow.arrived(1);
    expect(await client.end()).toEqual([]);
    expect(client.gateway.slow.signals[0]?.aborted).toBe(true);
  });
});

describe('a modern client over stdio', () => {
  it('discovers, lists and calls tools without headers', async () => {
    const client = start();
    client.say(modern('server/discover', {}, 1));
    expect(await client.hear()).toMatchObject({
      id: 1,
      result: { resultType: 'complete', supportedVersions: ['2026-07-28'], _meta: SI },
    });
    const args = { name: 'routed_op', arguments: { region: 'eu' } };
    client.say(modern('tools/call', args, 2));
    expect(await client.hear()).toMatchObject({
      id: 2,
      result: { resultType: 'complete', _meta: SI },
    });
    client.say(modern('ping', {}, 3));
    expect(await client.hear()).toMatchObject({ id: 3, error: { code: -32601 } });
    await client.end();
  });

  it('stays modern after its first request other than server/discover', async () => {
    const client = start();
    client.say(modern('tools/list', {}, 1));
    await client.hear();
    client.say({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect(await client.hear()).toMatchObject({ id: 2, error: { code: -32602 } });
    client.say(initialize('2025-06-18'));
    expect(await client.hear()).toMatchObject({
      id: 1,
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-06-18' } },
    });
    client.say('{oops');
    const unreadable = await client.hear();
    expect(unreadable).toMatchObject({ error: { code: -32700 } });
    expect(unreadable).not.toHaveProperty('id');
    await client.end();
  });

  it('may probe with an unsupported revision, and then initialize', async () => {
    const client = start();
    client.say(modern('server/discover', { _meta: modernMeta('2027-01-01') }, 1));
    expect(await client.hear()).toMatchObject({
      id: 1,
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2027-01-01' } },
    });
    client.say(initialize('2024-11-05'));
    expect(await client.hear()).toMatchObject({ result: { protocolVersion: '2024-11-05' } });
    client.say({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const list = (await client.hear()) as { result: { tools: object[] } };
    expect(Object.keys(list.result)).toEqual(['tools']);
    expect(Object.keys(list.result.tools[0] ?? {})).toEqual(['name', 'description', 'inputSchema']);
    await client.end();
  });

  it('may initialize after server/discover', async () => {
    const client = start();
    client.say(modern('server/discover', {}, 1));
    await client.hear();
    client.say(initialize('2025-11-25'));
    expect(await client.hear()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    await client.end();
  });

  it('receives changes until it cancels or the server stops', async () => {
    const key = 'io.modelcontextprotocol/subscriptionId';
    const client = start();
    const notifications = { toolsListChanged: true };
    for (const id of ['a', 'b']) {
      client.say(modern('subscriptions/listen', { notifications }, id));
      expect(await client.hear()).toMatchObject({
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications, _meta: { [key]: id } },
      });
    }
    const params = { requestId: 'a' };
    client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    client.say(modern('tools/list', {}, 3));
    await client.hear();
    client.gateway.catalog.set(fixtureCatalog([fixtureTool('next_op')], 'a'));
    expect(await client.hear()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
      params: { _meta: { [key]: 'b' } },
    });
    expect(await client.end()).toEqual([
      {
        jsonrpc: '2.0',
        id: 'b',
        result: { resultType: 'complete', _meta: { [key]: 'b', ...SI } },
      },
    ]);
  });
});

it('stops reading from a client that does not read', async () => {
  const gateway = createFixtureGateway();
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: 1_000 });
  const done = serveStdio({
    mcp: gateway.mcp,
    input,
    output,
    maxMessageBytes: 100_000,
    drainMs: 1_000,
  });
  const list = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`;
  let written = 0;
  while (input.write(list)) written += 1;
  await new Promise((resolve) => setImmediate(resolve));
  // one answer fills the output; the rest of the input is not read
  expect(output.readableLength + output.writableLength).toBeLessThan(20_000);
  output.resume();
  input.end();
  await done;
  expect(written).toBeGreaterThan(10);
});

it('ends when the output is closed', async () => {
  const gateway = createFixtureGateway();
  const input = new PassThrough();
  const output = new PassThrough();
  const done = serveStdio({
    mcp: gateway.mcp,
    input,
    output,
    maxMessageBytes: 100_000,
    drainMs: 1_000,
  });
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  await once(output, 'data');
  output.destroy(new Error('EPIPE'));
  await done;
  expect(input.destroyed).toBe(true);
});

describe('a process that serves over stdio', () => {
  it('writes only JSON lines, and exits with 0 at the end of its input', async () => {
    const { command, args } = stdioServer;
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const written = text(child.stdout);
    child.stdin.write(`${JSON.stringify(initialize('2025-06-18'))}\n{oops\n`);
    child.stdin.end(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }));
    const [code] = (await once(child, 'exit')) as [number];
    const lines = (await written).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: unknown }).id)).toEqual([1, null, 2]);
    expect(code).toBe(0);
  });
});
