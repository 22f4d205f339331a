import { describe, expect, it } from 'vitest';
import type { AuthOptions } from '../../src/config/options.ts';
import type { Prompt } from '../../src/core/call.ts';
import type { ResourceProvider } from '../../src/mcp/context.ts';
import { fixtureCatalog, fixtureTool } from '../support/fixture-catalog.ts';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { modern, modernHeaders, post } from '../support/mcp-requests.ts';

const catalog = fixtureCatalog([
  fixtureTool('open_op'),
  fixtureTool('signed_op', { needsCaller: true }),
  fixtureTool('read_op', { scopes: ['read'] }),
  fixtureTool('admin_op', { scopes: ['read', 'write'] }),
]);

const prompt = (name: string, scopes?: readonly string[]): Prompt => ({
  name,
  arguments: [],
  render: () => [],
  ...(scopes && { scopes }),
});
const prompts = { list: () => [prompt('hello'), prompt('audit', ['write'])] };

const resources: ResourceProvider = {
  list: (isListed) =>
    [...catalog.tools.values()].filter(isListed).map(({ name }) => ({
      uri: `r:${name}`,
      name,
      title: name,
      description: name,
      mimeType: 'text/plain',
    })),
  templates: () => [],
  read(uri) {
    const tool = catalog.tools.get(uri.slice(2));
    return tool && { mimeType: 'text/plain', text: uri, scopes: tool.scopes };
  },
};

const tokens = [
  { token: 'guest', subject: 'guest' },
  { token: 'reader', subject: 'ann', scopes: ['read'] },
  { token: 'writer', subject: 'bob', scopes: ['read', 'write'] },
];

function open(auth: AuthOptions) {
  const { app } = createFixtureGateway({
    catalog,
    auth: { tokens, ...auth },
    mcp: { prompts, resources, toolsPageSize: 2 },
  });
  const send = async (path: string, init = {}) =>
    app.fetch(new Request(`http://localhost${path}`, init));
  return (
    token: string | undefined,
    method: string,
    params: { name?: string; uri?: string } = {},
  ) =>
    post(send, modern(method, params), {
      ...modernHeaders(method, params.name ?? params.uri),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    });
}

type Listed = { readonly name: string };

/** The names of a list, of all its pages. */
async function namesOf(
  call: ReturnType<typeof open>,
  token: string | undefined,
  kind: 'tools' | 'prompts' | 'resources',
): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const { json } = await call(
      token,
      `${kind}/list`,
      cursor === undefined ? {} : ({ cursor } as object),
    );
    const { result } = json as { result: Record<string, unknown> & { nextCursor?: string } };
    names.push(...(result[kind] as readonly Listed[]).map(({ name }) => name));
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return names;
}

describe('lists', () => {
  const all = ['open_op', 'signed_op', 'read_op', 'admin_op'];

  it.each([
    [undefined, ['open_op'], ['hello']],
    ['guest', ['open_op', 'signed_op'], ['hello']],
    ['reader', ['open_op', 'signed_op', 'read_op'], ['hello']],
    ['writer', all, ['hello', 'audit']],
  ])('contain what the caller may use: %s', async (token, tools, listedPrompts) => {
    const call = open({});
    expect(await namesOf(call, token, 'tools')).toEqual(tools);
    expect(await namesOf(call, token, 'resources')).toEqual(tools);
    expect(await namesOf(call, token, 'prompts')).toEqual(listedPrompts);
  });

  it('contain everything with open discovery, also without a token', async () => {
    for (const required of [true, false]) {
      const call = open({ required, openDiscovery: true });
      for (const token of [undefined, 'guest']) {
        expect(await namesOf(call, token, 'tools')).toEqual(all);
        expect(await namesOf(call, token, 'resources')).toEqual(all);
        expect(await namesOf(call, token, 'prompts')).toEqual(['hello', 'audit']);
      }
    }
  });

  it('stay apart for callers in turn, and refuse the cursor of another list', async () => {
    const call = open({});
    for (let round = 0; round < 3; round++) {
      expect(await namesOf(call, 'reader', 'tools')).toHaveLength(3);
      expect(await namesOf(call, 'writer', 'tools')).toHaveLength(4);
    }
    const { json } = await call('writer', 'tools/list');
    const { nextCursor } = (json as { result: { nextCursor: string } }).result;
    const other = await call('reader', 'tools/list', { cursor: nextCursor } as object);
    expect(other.json).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    [{}, 'private'],
    [{ openDiscovery: true }, 'public'],
    [{ required: true, openDiscovery: true }, 'private'],
  ])('with %j may be cached as %s', async (auth, cacheScope) => {
    expect((await open(auth)('writer', 'tools/list')).json).toMatchObject({
      result: { cacheScope },
    });
  });

  it('of prompts and texts of resources are private if not everybody sees them', async () => {
    const call = open({ openDiscovery: true });
    const cacheScope = 'private';
    expect((await call('writer', 'prompts/list')).json).toMatchObject({ result: { cacheScope } });
    const read = await call('writer', 'resources/read', { uri: 'r:admin_op' });
    expect(read.json).toMatchObject({ result: { cacheScope } });
  });
});

describe('a caller without permission', () => {
  const uses = [
    ['tools/call', { name: 'read_op' }],
    ['prompts/get', { name: 'audit' }],
    ['resources/read', { uri: 'r:read_op' }],
  ] as const;

  it.each(uses)('is asked for a token or scopes: %s', async (method, params) => {
    for (const auth of [{}, { openDiscovery: true }, { openDiscovery: true, required: true }]) {
      const call = open(auth);
      expect(await call(undefined, method, params)).toMatchObject({ status: 401 });
      const refused = await call('guest', method, params);
      expect(refused.status).toBe(403);
      expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
      expect(await call('writer', method, params)).toMatchObject({ status: 200 });
    }
  });

  it('is asked for a token by a tool that needs no scope', async () => {
    const call = open({});
    const refused = await call(undefined, 'tools/call', { name: 'signed_op' });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await call('guest', 'tools/call', { name: 'signed_op' })).toMatchObject({ status: 200 });
  });

  it('may use nothing if discovery is open and a token is required', async () => {
    const call = open({ openDiscovery: true, required: true });
    for (const [method, params] of [
      ['tools/call', { name: 'open_op' }],
      ['prompts/get', { name: 'hello' }],
      ['resources/read', { uri: 'r:open_op' }],
    ] as const) {
      expect(await call(undefined, method, params)).toMatchObject({ status: 401 });
      expect(await call('guest', method, params)).toMatchObject({ status: 200 });
    }
    expect(await call('nope', 'tools/list')).toMatchObject({ status: 401 });
  });

  it('is not told the names of tools that it may not use', async () => {
    const { json } = await open({})(undefined, 'tools/call', { name: 'admin_o' });
    expect(json).toMatchObject({ error: { code: -32602, message: 'Unknown tool: admin_o.' } });
  });
});
