import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater, serve } from '../support/servers.ts';

const token = 'token-of-ann-123456';
const schema = buildSchema(
  'scalar JSON type Query { film(id: String, tree: JSON, org: String): String }',
);

/** A request as the API received it. */
interface Received {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Opens a gateway before an API that answers the id of each film. */
async function open(answer?: Buffer) {
  const received: Received[] = [];
  const endpoint = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { variables } = JSON.parse(Buffer.concat(chunks).toString()) as Received;
      received.push({ headers: request.headers, variables });
      response.setHeader('content-type', 'application/json');
      if (answer) response.setHeader('content-encoding', 'gzip');
      response.end(answer ?? JSON.stringify({ data: { film: variables['id'] ?? null } }));
    });
  });
  const gateway = await createGateway({
    schema,
    endpoint,
    headers: { 'x-org': '${claim:org}' },
    forwardHeaders: { 'x-copy': 'x-copy' },
    inlineOperations: [
      'query film($id: String, $tree: JSON) { film(id: $id, tree: $tree) }',
      'query mine($org: String @mcpParam(fromClaim: "org")) { film(id: $org) }',
      'query proto($x: String! @mcpParam(fromClaim: "__proto__.polluted")) { film(id: $x) }',
    ],
    auth: {
      required: true,
      tokens: [
        { token, subject: 'ann', claims: { org: 'o1' } },
        { token: 'token-of-eve-123456', subject: 'eve', claims: { org: 'o2\r\nx-admin: 1' } },
      ],
    },
  });
  closeLater(() => gateway.close());
  const send = async (body: unknown, headers: Record<string, string> = {}, path = '/mcp') => {
    const request = new Request(`http://127.0.0.1:4000${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const response = await gateway.fetch(request);
    return { status: response.status, text: await response.text() };
  };
  return { send, received };
}

function call(name: string, args: object = {}, id: number = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

describe('withstands', () => {
  it('DNS rebinding', async () => {
    const { send, received } = await open();
    const { status } = await send(call('film'), { host: 'evil.example' });
    expect([status, received]).toEqual([403, []]);
  });

  it('Forms and scripts of other sites', async () => {
    const { send, received } = await open();
    const script = await send(call('film'), { origin: 'https://evil.example' });
    const form = await send(call('film'), { 'content-type': 'text/plain' });
    expect([script.status, form.status, received]).toEqual([403, 415, []]);
  });

  it('A token in the URL', async () => {
    const { send } = await open();
    const path = `/mcp?access_token=${token}`;
    expect((await send(call('film'), { authorization: '' }, path)).status).toBe(401);
  });

  it('Names of members that every object has', async () => {
    const { send, received } = await open();
    const args = '{"__proto__":{"polluted":"x"},"constructor":"x"}';
    const body = JSON.stringify(call('film')).replace('"arguments":{}', `"arguments":${args}`);
    expect((await send(body)).text).toContain('BAD_REQUEST');
    expect((await send(call('constructor'))).text).toContain('Unknown tool');
    expect((await send(call('proto'))).text).toContain('FORBIDDEN');
    expect(received).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });

  it('Line breaks in values that become headers', async () => {
    const { send, received } = await open();
    const eve = { authorization: 'Bearer token-of-eve-123456' };
    expect((await send(call('film'), eve)).text).toContain('cannot be sent in a header');
    expect(received).toEqual([]);
  });

  it('An argument in place of a bound value', async () => {
    const { send, received } = await open();
    expect((await send(call('mine', { org: 'o2' }))).text).toContain('BAD_REQUEST');
    await send(call('mine'));
    expect(received.map(({ variables }) => variables)).toEqual([{ org: 'o1' }]);
  });

  it('The token of the gateway on its way to the API', async () => {
    const { send, received } = await open();
    await send(call('film'), { 'x-copy': `copy of ${token}`, cookie: token });
    expect(received).toHaveLength(1);
    expect(JSON.stringify(received)).not.toContain(token);
  });

  it('Answers to another request with the same id', async () => {
    const { send } = await open();
    const ids = Array.from({ length: 50 }, (_, index) => `film ${index}`);
    const answers = await Promise.all(ids.map((id) => send(call('film', { id }))));
    for (const [index, { text }] of answers.entries()) expect(text).toContain(`film ${index}\\"`);
  });

  it('Deeply nested JSON', async () => {
    const { send, received } = await open();
    const tree = '['.repeat(100_000) + ']'.repeat(100_000);
    const body = JSON.stringify(call('film', { tree: 0 })).replace('"tree":0', `"tree":${tree}`);
    expect((await send(body)).status).toBe(200);
    expect(received).toEqual([]);
  });

  it('Compressed answers that are very long', async () => {
    const { send } = await open(gzipSync(Buffer.alloc(50_000_000, ' ')));
    const { status, text } = await send(call('film'));
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain('"isError":true');
  });
});

it('has a test for each row of SECURITY.md', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'SECURITY.md'), 'utf8');
  const section = page.slice(page.indexOf('## Threats'), page.indexOf('## Limits'));
  const rows = [...section.matchAll(/^\| (\w[^|]*?) +\|/gm)].map(([, name]) => name);
  const source = readFileSync(import.meta.filename, 'utf8');
  const titles = [...source.matchAll(/^ {2}it\('([^']+)'/gm)].map(([, title]) => title);
  expect(rows.slice(1)).toEqual(titles);
});
