import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater, eventually, serve } from '../support/servers.ts';

/** An API in which `slow` hangs, and `fast` answers; counts the requests that are open. */
async function serveApi() {
  let open = 0;
  const endpoint = await serve((request, response) => {
    const chunks: Buffer[] = [];
    open += 1;
    response.on('close', () => (open -= 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (Buffer.concat(chunks).includes('query slow')) return;
      response.setHeader('content-type', 'application/json');
      response.end('{"data":{"name":"x"}}');
    });
  });
  return { endpoint, open: () => open };
}

async function serveGateway(endpoint: string, timeoutMs: number): Promise<string> {
  const gateway = await createGateway({
    endpoint,
    schema: buildSchema('type Query { name: ID }'),
    inlineOperations: ['query slow { name }', 'query fast { name }'],
    auth: { tokens: [{ token: 'a-token-of-the-test', subject: 'ada' }] },
    http: { breakerFailures: 0, maxQueued: 300 },
    server: { port: 0 },
    timeoutMs,
  });
  closeLater(() => gateway.close());
  return `${(await gateway.listen()).url}/mcp`;
}

const call = (tool: string, id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: tool, arguments: {} },
});

function post(url: string, body: unknown, headers = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-03-26',
      ...headers,
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** Anonymous clients call a tool that hangs 400 times, and disconnect. */
async function flood(url: string, open: () => number): Promise<void> {
  const gone = new AbortController();
  const batch = Array.from({ length: 8 }, (_, id) => call('slow', id));
  const posts = Array.from({ length: 50 }, () => post(url, batch, {}, gone.signal));
  await eventually(() => expect(open()).toBe(103), 10);
  gone.abort();
  await Promise.allSettled(posts);
}

const result = { content: [{ type: 'text', text: '{"data":{"name":"x"}}' }] };
const asAda = { authorization: 'Bearer a-token-of-the-test' };

it('serves a caller while the calls of anonymous ones hang', async () => {
  const { endpoint, open } = await serveApi();
  const url = await serveGateway(endpoint, 60_000);
  await flood(url, open);
  for (let id = 0; id < 30; id++) {
    const answer = await (await post(url, call('fast', id), asAda)).json();
    expect(answer).toMatchObject({ id, result });
  }
  expect(open()).toBe(103);
});

it('frees the places of clients that have disconnected at the deadline', async () => {
  const { endpoint, open } = await serveApi();
  const url = await serveGateway(endpoint, 1_000);
  await flood(url, open);
  await eventually(() => expect(open()).toBe(0), 10);
  const answer = await (await post(url, call('fast', 1))).json();
  expect(answer).toMatchObject({ id: 1, result });
});
