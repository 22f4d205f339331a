import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { CreateGatewayOptions, Gateway } from '../../src/gateway/gateway.ts';
import { closeLater } from '../support/servers.ts';

const root = join(import.meta.dirname, '..', '..');

/** Text of `docs/embedding.md`. */
export const embeddingPage = readFileSync(join(root, 'docs', 'embedding.md'), 'utf8');

export const pong = { jsonrpc: '2.0', id: 1, result: {} };

export function ping(url: string): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
}

export async function pingBy(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<unknown> {
  const answer = await fetch(ping('http://127.0.0.1/mcp'));
  return await answer.json();
}

export function pingAt(port: number): Promise<unknown> {
  return pingBy(({ method, headers }) =>
    fetch(`http://127.0.0.1:${port}/mcp`, {
      method,
      headers,
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    }),
  );
}

export async function openGateway(options: Partial<CreateGatewayOptions> = {}): Promise<Gateway> {
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

/** Runs the first snippet below the line that begins with a name, with the variables it expects. */
export async function mount(
  name: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [, snippet = ''] =
    new RegExp(`^${name}[^]*?\`\`\`ts\\n([^]*?)\`\`\``, 'm').exec(embeddingPage) ?? [];
  const code = snippet.replaceAll(/^import .*\n/gm, '');
  const scope = { getRequestListener, ...variables };
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
