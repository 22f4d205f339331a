import type { ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../../src/check/diff/diff-catalogs.ts';
import { fetchSurface } from '../../../src/check/remote/fetch-surface.ts';
import { surfaceOf } from '../../../src/check/surface/compile-surface.ts';
import { GatewayError } from '../../../src/core/diagnostic.ts';
import { createFixtureGateway, type FixtureOptions } from '../../support/fixture-gateway.ts';
import { serve, serveJson } from '../../support/servers.ts';
import { baseOperations, baseSdl } from '../support/catalogue/base-api.ts';
import { compileSources, sourcesOf } from '../support/run-change.ts';

const compiled = compileSources(sourcesOf(baseSdl, baseOperations));
const { signal } = new AbortController();

async function start(options: FixtureOptions): Promise<string> {
  const { app } = createFixtureGateway({ catalog: compiled.catalog, ...options });
  const listener = getRequestListener((request) => app.fetch(request));
  const url = new URL(await serve((request, response) => void listener(request, response)));
  return new URL('/mcp', url).href;
}

describe('fetchSurface', () => {
  it('reads the tools of all pages', async () => {
    const url = await start({ mcp: { toolsPageSize: 2 } });
    const surface = await fetchSurface(url, { signal });
    expect([...surface.tools.keys()]).toEqual([...compiled.catalog.tools.keys()]);
    expect(surface.gateway).toBe('1.0.0');
    expect(diffCatalogs(surface, surfaceOf(compiled.catalog, compiled))).toEqual([]);
  });

  it('ignores facts that a gateway does not publish', async () => {
    const url = await start({});
    const sdl = baseSdl.replace('year: Int\n', 'year: String\n');
    const next = compileSources(
      sourcesOf(sdl, `${baseOperations}\nquery Hidden @mcpTool(hidden: true) { movies { id } }`),
    );
    const changes = diffCatalogs(
      await fetchSurface(url, { signal }),
      surfaceOf(next.catalog, next),
    );
    expect([...new Set(changes.map(({ code }) => code))]).toEqual([
      'OUTPUT_WIDENED',
      'OUTPUT_NARROWED',
    ]);
  });

  it('reads which arguments are mirrored in headers', async () => {
    const operations = baseOperations.replace('$id: ID!', '$id: ID! @mcpParam(mcpHeader: "Movie")');
    const mirrored = compileSources(sourcesOf(baseSdl, operations));
    const surface = await fetchSurface(await start({ catalog: mirrored.catalog }), { signal });
    expect(diffCatalogs(surface, surfaceOf(mirrored.catalog, mirrored))).toEqual([]);
    expect(
      diffCatalogs(surface, surfaceOf(compiled.catalog, compiled)).map(({ code }) => code),
    ).toEqual(['HEADER_CHANGED']);
  });

  it('ignores headers of a server with an earlier revision', async () => {
    const operations = baseOperations.replace('$id: ID!', '$id: ID! @mcpParam(mcpHeader: "Movie")');
    const mirrored = compileSources(sourcesOf(baseSdl, operations));
    const { app } = createFixtureGateway({ catalog: mirrored.catalog });
    const asked: (string | null)[] = [];
    const listener = getRequestListener((request) => {
      const version = request.headers.get('mcp-protocol-version');
      asked.push(version);
      if (version === '2026-07-28') return new Response('Bad revision', { status: 400 });
      return app.fetch(request);
    });
    const url = new URL(await serve((request, response) => void listener(request, response)));
    const surface = await fetchSurface(new URL('/mcp', url).href, { signal });
    expect(diffCatalogs(surface, surfaceOf(mirrored.catalog, mirrored))).toEqual([]);
    expect(asked).toEqual(['2026-07-28', '2025-11-25', '2025-11-25', '2025-11-25']);
  });

  it('sends the token', async () => {
    const auth = { required: true, tokens: [{ token: 'secret', subject: 'ada' }] };
    const url = await start({ auth });
    await expect(fetchSurface(url, { signal })).rejects.toThrow('It answers with HTTP status 401.');
    expect((await fetchSurface(url, { signal, token: 'secret' })).tools.size).toBe(6);
  });
});

/** A server that answers every request with a result, by its own means. */
async function serveResults(
  answer: (message: string, response: ServerResponse) => void,
  result: (asked: { readonly method: string }) => object,
): Promise<string> {
  return await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly id?: number;
        readonly method: string;
      };
      const { id } = asked;
      answer(JSON.stringify({ jsonrpc: '2.0', id, result: result(asked) }), response);
    });
  });
}

const asJson = (message: string, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json');
  response.end(message);
};

const escape = String.fromCodePoint(0x1b);

describe('fetchSurface rejects', () => {
  it('an endless list of tools', async () => {
    let count = 0;
    const url = await serveResults(asJson, () => {
      count += 1;
      return { tools: [], nextCursor: 'a' };
    });
    await expect(fetchSurface(url, { signal })).rejects.toThrow('a cursor repeats.');
    // two pages without a handshake; the handshake, its notification, and two pages
    expect(count).toBe(6);
  });

  it.each([
    [
      { inputSchema: { anyOf: 5 } },
      'The inputSchema of its tool "a" is invalid: /anyOf must be array',
    ],
    [{ inputSchema: { properties: { b: { type: {} } } } }, '/properties/b/type must'],
    [{ inputSchema: { enum: {} } }, '/enum must be array.'],
    [{ inputSchema: { required: 5 } }, '/required must be array.'],
    [
      { inputSchema: {}, outputSchema: { properties: { data: { oneOf: 'x' } } } },
      'The outputSchema of its tool "a" is invalid: /properties/data/oneOf must be array.',
    ],
    [{ inputSchema: {}, name: `a${escape}[31m\u202Eb` }, 'with an invalid name: "a[31mb".'],
    [{ inputSchema: {}, name: 'a\n::error::b' }, 'with an invalid name: "a ::error::b".'],
    [{ inputSchema: {}, name: 'x'.repeat(5_000) }, `with an invalid name: "${'x'.repeat(99)}…".`],
  ])('a tool %j', async (tool, why) => {
    const url = await serveResults(asJson, () => ({ tools: [{ name: 'a', ...tool }] }));
    await expect(fetchSurface(url, { signal })).rejects.toThrow(why);
  });

  it('errors with control characters, which it removes', async () => {
    const message = `No${escape}[31m\u202E\n::error::${'x'.repeat(5_000)}`;
    const { url } = await serveJson(() => ({ jsonrpc: '2.0', id: 1, error: { code: 1, message } }));
    const error = await fetchSurface(url, { signal }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayError);
    const [diagnostic] = (error as GatewayError).diagnostics;
    const reason = diagnostic?.message.split('It answers')[1] ?? '';
    expect(reason).toMatch(/^ initialize with an error: No\[31m ::error::x+…$/);
    expect(reason.length).toBeLessThan(600);
  });

  it('a response that never ends', async () => {
    const url = await serve((_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write(': and so on');
    });
    const error = await fetchSurface(url, { signal: AbortSignal.timeout(100) }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(GatewayError);
    expect((error as GatewayError).message).toContain('GATEWAY_UNREACHABLE');
  });

  it('no stream that stays open after the response', async () => {
    const url = await serveResults(
      (message, response) => {
        response.setHeader('content-type', 'text/event-stream');
        response.write(`: hello\n\ndata: ${message.slice(0, 9)}`);
        response.write(`${message.slice(9)}\r\n\r\n: and so on`);
      },
      () => ({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] }),
    );
    expect([...(await fetchSurface(url, { signal })).tools.keys()]).toEqual(['a']);
  });

  it('no stream with many comments before the response', async () => {
    const url = await serveResults(
      (message, response) => {
        response.setHeader('content-type', 'text/event-stream');
        for (let sent = 0; sent < 4_000; sent++) response.write(': so\n'.repeat(200));
        response.end(`\ndata: ${message}\n\n`);
      },
      () => ({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] }),
    );
    expect([...(await fetchSurface(url, { signal })).tools.keys()]).toEqual(['a']);
  });

  it('an unreachable address', async () => {
    await expect(fetchSurface('http://127.0.0.1:9/mcp', { signal })).rejects.toThrow(
      /GATEWAY_UNREACHABLE: The tools of the gateway at http:\/\/127\.0\.0\.1:9\/mcp cannot be read/,
    );
  });

  it.each([
    ['{"data":null}', 'the response has no result'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"No."}}', 'with an error: No.'],
    ['<html>', 'the response has no result'],
  ])('the response %s', async (answer, why) => {
    const { url } = await serveJson(() => answer);
    await expect(fetchSurface(url, { signal })).rejects.toThrow(why);
  });

  it.each([
    [{ tools: 1 }, 'It answers tools/list without tools.'],
    [{ tools: [{ name: 'a' }] }, 'It lists a tool without a name or an input schema.'],
  ])('the list %j', async (result, why) => {
    const { url } = await serveJson(({ body }) => ({
      jsonrpc: '2.0',
      id: (JSON.parse(body) as { readonly id?: number }).id ?? null,
      result,
    }));
    await expect(fetchSurface(url, { signal })).rejects.toThrow(why);
  });

  it('a server that does not respond in time', async () => {
    const url = await serve(() => {});
    await expect(fetchSurface(url, { signal: AbortSignal.timeout(50) })).rejects.toThrow(
      'GATEWAY_UNREACHABLE',
    );
  });

  it('no response in an event stream', async () => {
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly id?: number };
        const result = { tools: [{ name: 'a', inputSchema: { type: 'object' } }] };
        response.setHeader('content-type', 'text/event-stream');
        response.end(
          `: hello\n\nevent: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`,
        );
      });
    });
    expect([...(await fetchSurface(url, { signal })).tools.keys()]).toEqual(['a']);
  });
});
