import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../src/index.ts';
import { closeLater, serve } from '../support/servers.ts';

const schema =
  'type Query { films(seed: Int!): [Film!]! } type Film { title: String! note: String }';
const operation = 'query films($seed: Int!) { films(seed: $seed) { title note } }';

/** Sizes below and above the largest body written as text (16 kB), and far above. */
const sizes = [1_000, 40_000, 3_000_000];

/** An answer of about so many bytes; no two seeds have the same. */
function answerOf(seed: number, bytes: number): string {
  const film = { title: `№ ${seed} "Ü" \\ 映画 🎬\n`, note: seed % 2 === 0 ? null : String(seed) };
  const count = Math.ceil(bytes / Buffer.byteLength(JSON.stringify(film)));
  return JSON.stringify({ data: { films: Array.from({ length: count }, () => film) } });
}

interface Served {
  readonly gateway: Gateway;
  readonly url: string;
  readonly port: number;
}

/** A gateway before an API whose answers are so large, and come in pieces of odd sizes. */
async function serveGateway(bytes: number): Promise<Served> {
  const endpoint = await serve((request, response) => {
    let asked = '';
    request.on('data', (chunk: Buffer) => (asked += chunk.toString()));
    request.on('end', () => {
      const { variables } = JSON.parse(asked) as { variables: { seed: number } };
      const body = Buffer.from(`${answerOf(variables.seed, bytes)}\n`);
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let at = 0; at < body.length; at += 7_777) response.write(body.subarray(at, at + 7_777));
      response.end();
    });
  });
  const limits = { maxResultBytes: 10_000_000 };
  const baseDir = await mkdtemp(join(tmpdir(), 'large-'));
  closeLater(() => rm(baseDir, { recursive: true }));
  await writeFile(join(baseDir, 'schema.graphql'), schema);
  const sources = { schema: 'schema.graphql', inlineOperations: [operation], baseDir };
  const gateway = await createGateway({ ...sources, endpoint, limits, server: { port: 0 } });
  const { url, port } = await gateway.listen();
  closeLater(() => gateway.close());
  return { gateway, url: `${url}/mcp`, port };
}

const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  'mcp-protocol-version': '2025-11-25',
};

function call(seed: number, id: number | string = seed): object {
  const params = { name: 'films', arguments: { seed } };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

/** The whole answer to a call, as JSON-RPC has it. */
function expected(seed: number, bytes: number, id: number | string = seed): object {
  const text = answerOf(seed, bytes);
  const result = {
    content: [{ type: 'text', text }],
    structuredContent: JSON.parse(text) as object,
  };
  return { jsonrpc: '2.0', id, result };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

describe.each(sizes)('an answer of %i bytes', (bytes) => {
  it('arrives complete as text and as structured content', async () => {
    const { url } = await serveGateway(bytes);
    expect(await post(url, call(1, 'Ü"1'))).toEqual(expected(1, bytes, 'Ü"1'));
  });

  it('arrives complete through gateway.call and gateway.fetch', async () => {
    const { gateway } = await serveGateway(bytes);
    const text = answerOf(3, bytes);
    const result = await gateway.call('films', { seed: 3 });
    expect(result).toEqual({ content: [{ type: 'text', text }], structured: text, isError: false });
    const init = { method: 'POST', headers, body: JSON.stringify(call(3)) };
    const response = await gateway.fetch(new Request('http://localhost/mcp', init));
    expect(await response.json()).toEqual(expected(3, bytes));
  });

  it('arrives complete at the official client', async () => {
    const { url } = await serveGateway(bytes);
    const client = new Client({ name: 'reader', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    closeLater(() => client.close());
    const result = await client.callTool({ name: 'films', arguments: { seed: 5 } });
    expect(result.structuredContent).toEqual(JSON.parse(answerOf(5, bytes)));
  });
});

it('gives each of 40 concurrent callers its own answer', async () => {
  const { url } = await serveGateway(60_000);
  const seeds = Array.from({ length: 40 }, (_, seed) => seed);
  const answers = await Promise.all(seeds.map((seed) => post(url, call(seed))));
  expect(answers).toEqual(seeds.map((seed) => expected(seed, 60_000)));
});

it('serves other callers while some hang up during an answer', async () => {
  const { url } = await serveGateway(400_000);
  for (let round = 0; round < 5; round++) {
    const staying = [1, 2, 3].map((seed) => post(url, call(seed)));
    await Promise.all([4, 5, 6, 7].map((seed) => leaveEarly(url, call(seed))));
    expect(await Promise.all(staying)).toEqual([1, 2, 3].map((seed) => expected(seed, 400_000)));
  }
});

it('sends the complete answer to a slow reader', async () => {
  const { url } = await serveGateway(3_000_000);
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call(1)) });
  // others are answered while nothing is read
  expect(await post(url, call(2))).toEqual(expected(2, 3_000_000));
  expect(await response.json()).toEqual(expected(1, 3_000_000));
});

it('answers pipelined requests in order', async () => {
  const { port } = await serveGateway(300_000);
  const requests = [1, 2, 3].map((seed) => {
    const body = JSON.stringify(call(seed));
    const last = seed === 3 ? 'connection: close\r\n' : '';
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST /mcp HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}${last}content-length: ${body.length}\r\n\r\n${body}`;
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(requests.join(''));
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) text += String(chunk);
  const ids = [...text.matchAll(/\{"jsonrpc":"2.0","id":(\d)/g)].map(([, id]) => id);
  expect(ids).toEqual(['1', '2', '3']);
});

/** Reads the first piece of an answer, and hangs up. */
function leaveEarly(url: string, body: object): Promise<void> {
  return new Promise((resolve) => {
    const request = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.once('data', () => request.destroy());
      response.on('error', () => undefined);
      response.on('close', () => resolve());
    });
    request.on('error', () => resolve());
    request.end(JSON.stringify(body));
  });
}
