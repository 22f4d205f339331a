/**
 * Reference *sdk*: what most people write. The official SDK's `McpServer` on Hono, with the built-in
 * `fetch` to the upstream. `UPSTREAM` is the upstream's URL.
 */
import { createAdaptorServer } from '@hono/node-server';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { Server } from 'node:http';
import { listenForBench } from './listen.ts';
import { outputSchema, query } from './request-body.ts';

const upstream = `${process.env.UPSTREAM ?? ''}/graphql`;
const inputSchema = {
  type: 'object',
  properties: { first: { type: ['integer', 'null'] } },
  additionalProperties: false,
} as const;

const input = fromJsonSchema<{ first?: number | null }>(inputSchema);
const output = fromJsonSchema<Record<string, unknown>>(outputSchema);

function createServer(): McpServer {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' });
  server.registerTool(
    'listItems',
    { description: 'Lists items.', inputSchema: input, outputSchema: output },
    async (variables) => {
      const response = await fetch(upstream, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, operationName: 'listItems', variables }),
      });
      const structuredContent = (await response.json()) as Record<string, unknown>;
      return {
        content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
        structuredContent,
      };
    },
  );
  return server;
}

const handler = createMcpHandler(createServer);
const app = new Hono().post('/mcp', (c) => handler.fetch(c.req.raw));
listenForBench(createAdaptorServer({ fetch: app.fetch }) as Server);
