import type { RequestListener } from 'node:http';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { CreateGatewayOptions, Gateway } from '../../src/gateway/gateway.ts';
import { serve } from '../support/servers.ts';
import { embeddingPage, mount, openGateway, ping, pingAt, pingBy, pong } from './embedding-page.ts';

/** Every member; the compiler sees that none is missing. */
const members: Readonly<Record<keyof Gateway, true>> = {
  fetch: true,
  listen: true,
  catalog: true,
  diagnostics: true,
  call: true,
  reload: true,
  onReload: true,
  check: true,
  close: true,
};

type CodeOnly =
  | 'executor'
  | 'contextOf'
  | 'authenticate'
  | 'requestHeaders'
  | 'baseDir'
  | 'env'
  | 'log'
  | 'schema';
const codeOnly: Readonly<Record<CodeOnly & keyof CreateGatewayOptions, true>> = {
  executor: true,
  contextOf: true,
  authenticate: true,
  requestHeaders: true,
  baseDir: true,
  env: true,
  log: true,
  schema: true,
};

/** First cells of the tables, without the parentheses of methods. */
const named = [...embeddingPage.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name);

describe('docs/embedding.md', () => {
  it('has a row for each option that only code has, and each member of a gateway', () => {
    expect(named).toHaveLength(Object.keys({ ...members, ...codeOnly }).length);
    expect(new Set(named)).toEqual(new Set(Object.keys({ ...codeOnly, ...members })));
  });

  it('mounts the gateway in Hono', async () => {
    const app = new Hono();
    await mount('Hono', { app, gateway: await openGateway() });
    expect(await pingBy((request) => app.request(request))).toEqual(pong);
  });

  it('mounts the gateway in Express-like handlers of Node.js', async () => {
    const handlers = new Map<string, RequestListener>();
    const app = {
      all: (path: string, handler: RequestListener) => handlers.set(path, handler),
      use: () => app,
    };
    const express = { json: () => undefined };
    await mount('Express', { app, express, gateway: await openGateway() });
    const { port } = new URL(await serve((...given) => handlers.get('/mcp')?.(...given)));
    expect(await pingAt(Number(port))).toEqual(pong);
  });

  it('serves the configured path, and names it for other paths', async () => {
    const gateway = await openGateway({ server: { path: '/api/mcp' } });
    const answer = await gateway.fetch(ping('http://127.0.0.1/mcp'));
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'Not found. The MCP endpoint is /api/mcp.' },
    ]);
    const found = await gateway.fetch(ping('http://127.0.0.1/api/mcp'));
    expect(await found.json()).toEqual(pong);
  });

  it('reports skipped operations as diagnostics', async () => {
    const { diagnostics, catalog } = await openGateway({
      inlineOperations: ['query broken { nowhere }'],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['OPERATION_INVALID']);
    expect(catalog.skipped).toEqual(diagnostics);
  });
});
