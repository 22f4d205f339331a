import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { closeLater, serve } from '../support/servers.ts';

const introspection = JSON.stringify({
  data: introspectionFromSchema(buildSchema('type Query { film: String }')),
});

let folder = '';
let isDown = false;
let endpoint = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stale-schema-'));
  closeLater(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'operations'));
  await writeFile(join(folder, 'operations', 'film.graphql'), 'query film { film }');
  isDown = false;
  endpoint = await serve((request, response) => {
    request.resume();
    response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
    response.end(isDown ? '' : introspection);
  });
});

async function open(log = keepingLog().log): Promise<Gateway> {
  const gateway = await createGateway({
    endpoint,
    baseDir: folder,
    http: { attempts: 1 },
    log,
  });
  closeLater(() => gateway.close());
  return gateway;
}

async function health(gateway: Gateway): Promise<unknown> {
  return (await gateway.fetch(new Request('http://127.0.0.1/health'))).json();
}

const stale = (reason: string) => ({
  status: 'degraded',
  tools: 1,
  // /health needs no authentication, and must not reveal the address of the API
  lastError: expect.stringContaining(`${reason} [address] answered`),
});

describe('a gateway whose API is down', () => {
  it('starts with the cached schema, and is degraded until the API is back', async () => {
    await (await open()).close();
    isDown = true;
    const gateway = await open();
    expect(await health(gateway)).toMatchObject(stale('The cached copy of the schema is used:'));
    isDown = false;
    await gateway.reload();
    expect(await health(gateway)).toMatchObject({ status: 'ok', tools: 1 });
  });

  it('keeps its schema if a refresh fails, and is degraded', async () => {
    const gateway = await open();
    isDown = true;
    await gateway.reload();
    expect(await health(gateway)).toMatchObject(
      stale('The schema could not be refreshed and stays unchanged:'),
    );
    isDown = false;
    await gateway.reload();
    expect(await health(gateway)).toMatchObject({ status: 'ok' });
  });

  it('does not introspect again after close', async () => {
    const { log, warnings } = keepingLog();
    const gateway = await open(log);
    isDown = true;
    const outcomes: unknown[] = [];
    gateway.onReload((outcome) => outcomes.push(outcome));
    const reloading = gateway.reload();
    await gateway.close();
    expect(await reloading).toMatchObject({ ok: false, reasons: [{ code: 'RELOAD_FAILED' }] });
    expect([outcomes, warnings]).toEqual([[], []]);
  });

  it('retries every minute', async () => {
    await (await open()).close();
    isDown = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const gateway = await open();
      const reloaded = new Promise((resolve) => gateway.onReload(resolve));
      isDown = false;
      vi.advanceTimersByTime(60_000);
      expect(await reloaded).toMatchObject({ ok: true });
      expect(await health(gateway)).toMatchObject({ status: 'ok' });
    } finally {
      vi.useRealTimers();
    }
  });
});
