/**
 * Reference *sdk-low*: the most one gets out of the official SDK. Its low-level `Server`, wired by
 * hand, answering JSON, with an undici pool to the upstream. `UPSTREAM` is the upstream's URL.
 */
import { createAdaptorServer } from '@hono/node-server';
import {
  Server as McpLowLevelServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { Server } from 'node:http';
import { Pool } from 'undici';
import { listenForBench } from './listen.ts';
import { outputSchema, query } from './request-body.ts';

const pool = new Pool(process.env.UPSTREAM ?? '', { connections: 128 });
const headers = { 'content-type': 'application/json', accept: 'application/json' };
const tools = [
  {
    name: 'listItems',
    description: 'Lists items.',
    inputSchema: { type: 'object' as const, properties: { first: { type: ['integer', 'null'] } } },
    outputSchema: structuredClone(outputSchema) as unknown as { type: 'object' },
  },
];

function createServer(): McpLowLevelServer {
  const server = new McpLowLevelServer(
    { name: 'sdk-low', version: '1.0.0' },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const body = JSON.stringify({ query, operationName: params.name, variables: params.arguments });
    const answer = await pool.request({ path: '/graphql', method: 'POST', headers, body });
    const text = await answer.body.text();
    return {
      content: [{ type: 'text' as const, text }],
      structuredContent: JSON.parse(text) as Record<string, unknown>,
    };
  });
  return server;
}

const app = new Hono().post('/mcp', async (c) => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await createServer().connect(transport);
  return transport.handleRequest(c.req.raw);
});
listenForBench(createAdaptorServer({ fetch: app.fetch }) as Server);
