import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createHttpClient, type HttpResult } from '../../src/http/client.ts';
import type { SendOptions } from '../../src/http/exchange.ts';
import { closeLater, serve } from '../support/servers.ts';

async function send(
  respond: (response: ServerResponse, path: string) => void,
  options: Partial<SendOptions> = {},
): Promise<HttpResult> {
  const url = await serve((request, response) => {
    request.resume();
    respond(response, request.url ?? '');
  });
  const { origin } = new URL(url);
  const client = createHttpClient({ origin, maxConnections: 1, environment: new Map() });
  closeLater(() => client.close());
  const request = { method: 'POST', path: '/a', headers: [], body: '{}' } as const;
  return client.send(
    { ...request, headers: [] },
    { maxBytes: 1_000, signal: AbortSignal.timeout(60_000), ...options },
  );
}

function bodyOf(result: HttpResult): string {
  return result.kind === 'response' ? result.body.toString() : result.kind;
}

describe('createHttpClient', () => {
  it.each(['gzip', 'X-GZIP '])('decompresses %j', async (encoding) => {
    const result = await send((response) => {
      response.setHeader('content-encoding', encoding);
      response.end(gzipSync('text'));
    });
    expect(bodyOf(result)).toBe('text');
  });

  it('reports an unknown encoding, damaged data and a body that decompresses to too much', async () => {
    const encoded = (encoding: string, body: Uint8Array | string) =>
      send((response) => {
        response.setHeader('content-encoding', encoding);
        response.end(body);
      });
    expect(await encoded('zstd', 'x')).toEqual({ kind: 'undecodable', problem: 'unknown' });
    expect(await encoded('gzip', 'x')).toEqual({ kind: 'undecodable', problem: 'damaged' });
    expect(await encoded('gzip', gzipSync('x'.repeat(1_001)))).toEqual({
      kind: 'too-large',
      status: 200,
    });
  });

  it('follows redirects within the origin, up to three', async () => {
    const result = await send((response, path) => {
      if (path === '/aaaa') return response.end('there');
      response.writeHead(307, { location: `${path}a` });
      return response.end();
    });
    expect(bodyOf(result)).toBe('there');
    const endless = await send((response) => {
      response.writeHead(308, { location: '/a' });
      response.end();
    });
    expect(endless).toMatchObject({ kind: 'redirect', problem: 'loop', status: 308 });
  });

  it('ends an event stream at the first accepted event', async () => {
    const result = await send(
      (response) => {
        response.setHeader('content-type', 'text/event-stream');
        response.write('data: 1\n\ndata: 2\n\ndata: 3\n\n');
      },
      { untilEvent: (data) => data === '2' },
    );
    expect(bodyOf(result)).toBe('2');
  });

  it('returns an empty body if a stream ends without an accepted event', async () => {
    const result = await send(
      (response) => {
        response.setHeader('content-type', 'text/event-stream');
        response.end('data: 1\n\n');
      },
      { untilEvent: () => false },
    );
    expect(bodyOf(result)).toBe('');
  });

  it('stops at once when the signal is aborted', async () => {
    const controller = new AbortController();
    const result = send(() => controller.abort(), { signal: controller.signal });
    expect(await result).toEqual({ kind: 'stopped', sent: true });
    const aborted = await send(() => undefined, { signal: AbortSignal.abort() });
    expect(aborted).toEqual({ kind: 'stopped', sent: false });
  });
});
