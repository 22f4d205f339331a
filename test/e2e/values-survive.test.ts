import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { wireGateway } from '../../src/gateway/create-gateway.ts';
import { silentLog } from '../../src/core/log.ts';
import { listen } from '../../src/serve/node.ts';
import { closeLater, serve } from '../support/servers.ts';

const schema = `
  scalar BigInt
  type Query { film(title: String): Film films(first: Int): [Film!] }
  type Film { id: ID title: String views: BigInt year: Int budget: Float }
`;
const operations = [
  'query film($title: String) { film(title: $title) { id title views year budget } }',
  'query films($first: Int) { films(first: $first) { title } }',
];

/** What a client sees of a result. */
interface Seen {
  readonly isError: boolean;
  /** The first text block. */
  readonly text: string;
  readonly structured: unknown;
  /** What the API was asked for. */
  readonly asked: string;
}

/** Calls a tool through the official client and a gateway, before an API that answers `body`. */
async function callThrough(
  body: string,
  call: { readonly name: string; readonly arguments?: Record<string, unknown> },
  limits = '',
): Promise<Seen> {
  let asked = '';
  const endpoint = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => (asked += chunk.toString()));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(body);
    });
  });
  const client = new Client({ name: 'reader', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(await serveGateway(endpoint, limits))),
  );
  closeLater(() => client.close());
  await client.listTools();
  const { isError = false, content, structuredContent } = await client.callTool(call);
  const [first] = content as readonly { readonly text: string }[];
  return { isError, text: first?.text ?? '', structured: structuredContent, asked };
}

async function serveGateway(endpoint: string, limits: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'values-'));
  closeLater(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'schema.graphql'), schema);
  const options = { schema: 'schema.graphql', inlineOperations: operations, endpoint };
  await writeFile(
    join(folder, 'gateway.yaml'),
    `${JSON.stringify(options).slice(0, -1)}${limits}}`,
  );
  const loaded = await loadConfig({ folder, env: {} });
  const parts = { ...loaded, env: {}, log: silentLog, source: {}, watch: false };
  const gateway = await wireGateway(parts);
  closeLater(() => gateway.close());
  const server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 100 });
  closeLater(() => server.close());
  return `${server.url}/mcp`;
}

/** An answer with so many characters, in a list of films. */
function largeBody(characters: number): string {
  const film = JSON.stringify({ title: 'é'.repeat(400) });
  const count = Math.floor((characters - 23) / (film.length + 1));
  return `{"data":{"films":[${Array.from({ length: count }, () => film).join(',')}]}}`;
}

describe('a gateway between an API and a client', () => {
  it('keeps every digit of integers that a double cannot represent', async () => {
    const body =
      '{"data":{"film":{"id":725653563933458432,"title":"x","views":-90071992547409931234,"year":1999,"budget":0.1000000000000000055}}}';
    const { isError, text, structured } = await callThrough(body, { name: 'film' });
    expect(isError).toBe(false);
    expect(text).toBe(body);
    expect(structured).toEqual({
      data: {
        film: {
          id: '725653563933458432',
          title: 'x',
          views: '-90071992547409931234',
          year: 1999,
          budget: 0.1,
        },
      },
    });
  });

  it('replaces lone surrogates of an answer, and nothing else', async () => {
    const title = 'a\\ud83d|\\udc4d|\\ud83d\\udc4d|\\\\ud83d|\u2028';
    const body = `{"data":{"film":{"id":"1","title":"${title}","views":null,"year":null,"budget":null}}}`;
    const { structured, asked } = await callThrough(body, {
      name: 'film',
      arguments: { title: '\\ud83d|👍\u2028' },
    });
    expect(structured).toMatchObject({
      data: { film: { title: 'a\ufffd|\ufffd|👍|\\ud83d|\u2028' } },
    });
    expect(JSON.parse(asked)).toMatchObject({ variables: { title: '\\ud83d|👍\u2028' } });
  });

  it('refuses lone surrogates of an argument, which it could not send unchanged', async () => {
    const args = { name: 'film', arguments: { title: 'b\ud83d|👍' } };
    const { text, asked } = await callThrough('{"data":{"film":null}}', args);
    expect(text).toBe(
      'GraphQL operation failed: BAD_REQUEST in argument title: A text contains half of a character (an unpaired surrogate), which cannot be sent. Next: Fix the input and call again.',
    );
    expect(asked).toBe('');
  });

  it('sends the whole result up to the limit in bytes', async () => {
    const body = largeBody(50_000);
    const { isError, text, structured } = await callThrough(body, { name: 'films' });
    expect([isError, text === body]).toEqual([false, true]);
    expect(structured).toEqual(JSON.parse(body));
  });

  it.each([['100 kB', 100_000, '242']])(
    'of %s, above the limit, say how to narrow',
    async (_size, characters, items) => {
      const body = largeBody(characters);
      const { isError, text, structured } = await callThrough(body, { name: 'films' });
      expect(isError).toBe(true);
      expect(text).toBe(
        `GraphQL operation failed: BAD_REQUEST: The result is larger than the limit of 100,000 bytes: it has ${Buffer.byteLength(body).toLocaleString('en-US')}; its longest list is films with ${items} items. Next: Ask for less: set a smaller "first".`,
      );
      expect(structured).toMatchObject({ data: null, errors: [{ classification: 'BAD_REQUEST' }] });
    },
  );

  it('sends a result of 5 MB if the limit is larger', async () => {
    const body = largeBody(5_000_000);
    const limits = ',"limits":{"maxResultBytes":20000000}';
    const { isError, text, structured } = await callThrough(body, { name: 'films' }, limits);
    expect([isError, text === body]).toEqual([false, true]);
    expect(structured).toEqual(JSON.parse(body));
  });

  it.each([500_000, 17_000_000])(
    'reports a response of %i bytes, far beyond the limit, without reading it',
    async (bytes) => {
      const { isError, text } = await callThrough(largeBody(bytes), { name: 'films' });
      expect(isError).toBe(true);
      expect(text).toBe(
        'GraphQL operation failed: BAD_REQUEST: The response of the GraphQL API is larger than the limit of 400,000 bytes. Next: Ask for less: set a smaller "first".',
      );
    },
  );
});
