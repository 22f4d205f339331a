import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { CreateGatewayOptions, Gateway } from '../../src/gateway/gateway.ts';
import { closeLater, serve } from '../support/servers.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'embedding.md'), 'utf8');

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

type CodeOnly = 'executor' | 'contextOf' | 'baseDir' | 'env' | 'log' | 'schema';
const codeOnly: Readonly<Record<CodeOnly & keyof CreateGatewayOptions, true>> = {
  executor: true,
  contextOf: true,
  baseDir: true,
  env: true,
  log: true,
  schema: true,
};

/** First cells of the tables, without the parentheses of methods. */
const named = [...page.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name);

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

  it('mounts the gateway in handlers of Node, as those of Express are', async () => {
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

  it('mounts the gateway in Fastify', async () => {
    const app = fastify();
    closeLater(() => app.close());
    await mount('Fastify', { app, gateway: await openGateway() });
    await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await pingAt((app.server.address() as AddressInfo).port)).toEqual(pong);
  });

  it('is right that the path is looked at whole', async () => {
    const gateway = await openGateway({ server: { path: '/api/mcp' } });
    const answer = await gateway.fetch(ping('http://127.0.0.1/mcp'));
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'Not found. The MCP endpoint is /api/mcp.' },
    ]);
    const found = await gateway.fetch(ping('http://127.0.0.1/api/mcp'));
    expect(await found.json()).toEqual(pong);
  });

  it('is right that diagnostics say what was skipped', async () => {
    const { diagnostics, catalog } = await openGateway({
      inlineOperations: ['query broken { nowhere }'],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['OPERATION_INVALID']);
    expect(catalog.skipped).toEqual(diagnostics);
  });
});

const pong = { jsonrpc: '2.0', id: 1, result: {} };

function ping(url: string): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
}

async function pingBy(fetch: (request: Request) => Response | Promise<Response>): Promise<unknown> {
  const answer = await fetch(ping('http://127.0.0.1/mcp'));
  return await answer.json();
}

function pingAt(port: number): Promise<unknown> {
  return pingBy(({ method, headers }) =>
    fetch(`http://127.0.0.1:${port}/mcp`, {
      method,
      headers,
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    }),
  );
}

async function openGateway(options: Partial<CreateGatewayOptions> = {}): Promise<Gateway> {
  const gateway = await createGateway({
    schema: 'schema/*.graphql',
    operations: 'operations/**/*.graphql',
    endpoint: 'example:films',
    baseDir: root,
    ...options,
  });
  closeLater(() => gateway.close());
  return gateway;
}

/** Runs the first snippet below the line that begins with a name, with what it takes for given. */
async function mount(name: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  const [, snippet = ''] =
    new RegExp(`^${name}[^]*?\`\`\`ts\\n([^]*?)\`\`\``, 'm').exec(page) ?? [];
  const code = snippet.replaceAll(/^import .*\n/gm, '');
  const scope = { getRequestListener, ...given };
  const folder = await mkdtemp(join(tmpdir(), 'embedding-'));
  closeLater(() => rm(folder, { recursive: true }));
  const file = join(folder, 'mount.mjs');
  await writeFile(
    file,
    `export async function run({ ${Object.keys(scope).join(', ')} }) {\n${code}}`,
  );
  const { run } = (await import(file)) as { readonly run: (scope: object) => Promise<void> };
  await run(scope);
}
