import { describe, expect, it } from 'vitest';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed } from '../support/matrix.ts';
import { modern, modernHeaders, modernMeta, post } from '../support/mcp-requests.ts';

const SI = { 'io.modelcontextprotocol/serverInfo': { name: 'gw', version: '1.0.0' } };

describeServed(
  'a modern request',
  () => createFixtureGateway(),
  ({ send }) => {
    const ask = (method: string, params: object = {}, name?: string) =>
      post(send, modern(method, params), modernHeaders(method, name));

    it('discovers the server', async () => {
      const answer = await ask('server/discover');
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: { listChanged: true } },
          ttlMs: 60_000,
          cacheScope: 'public',
          _meta: SI,
        },
      });
    });

    it('lists tools with caching hints', async () => {
      const answer = await ask('tools/list');
      expect(answer.status).toBe(200);
      const { result } = answer.json as { result: { tools: { name: string }[] } };
      expect(result).toMatchObject({
        resultType: 'complete',
        ttlMs: 60_000,
        cacheScope: 'public',
        _meta: SI,
      });
      expect(result.tools.map(({ name }) => name).slice(0, 3)).toEqual([
        'ping_op',
        'fail_op',
        'order',
      ]);
      expect(result.tools.every((tool) => !('execution' in tool))).toBe(true);
    });

    it('gets -32602 for an unknown cursor', async () => {
      const answer = await ask('tools/list', { cursor: 'nope' });
      expect(answer).toMatchObject({ status: 200, json: { id: 1, error: { code: -32602 } } });
    });

    it('calls a tool', async () => {
      const answer = await ask('tools/call', { name: 'order', arguments: { id: 'o1' } }, 'order');
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: {
          resultType: 'complete',
          content: [{ type: 'text', text: '{"data":{"order":{"id":"o1"}}}' }],
          structuredContent: { data: { order: { id: 'o1' } } },
          _meta: SI,
        },
      });
    });

    it.each([
      ['fail_op', {}, 'GraphQL operation failed: the upstream said no.'],
      ['order', { id: 5 }, 'id must be string'],
    ])('gets the error of %s as a result', async (name, args, text) => {
      const answer = await ask('tools/call', { name, arguments: args }, name);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        result: {
          resultType: 'complete',
          content: [{ type: 'text', text }],
          isError: true,
          _meta: SI,
        },
      });
    });

    it.each([
      ['an unknown tool', { name: 'nope' }, 'nope'],
      ['odd arguments', { name: 'order', arguments: [] }, 'order'],
      ['no name', {}, undefined],
    ])('gets -32602 and 200 for %s', async (_, params, name) => {
      const answer = await ask('tools/call', params, name);
      expect(answer).toMatchObject({ status: 200, json: { id: 1, error: { code: -32602 } } });
    });

    it.each([
      'foo/bar',
      'initialize',
      'ping',
      'prompts/list',
      'logging/setLevel',
      'completion/complete',
      'tasks/get',
      'resources/subscribe',
      'resources/unsubscribe',
      '__proto__',
    ])('gets 404 and -32601 for %s', async (method) => {
      const answer = await ask(method);
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32601, message: `Method not found: ${method}` },
      });
    });

    it('gets 404 and -32601 for resources/read', async () => {
      const answer = await ask('resources/read', { uri: 'a:b' }, 'a:b');
      expect(answer).toMatchObject({ status: 404, json: { error: { code: -32601 } } });
    });

    it('may encode a header in Base64', async () => {
      const params = { name: 'order', arguments: { id: 'o1' } };
      const answer = await ask('tools/call', params, '=?base64?b3JkZXI=?=');
      expect(answer).toMatchObject({ status: 200, json: { result: { resultType: 'complete' } } });
    });

    it('may pad header values, and write header names in any case', async () => {
      const answer = await post(send, modern('tools/list'), {
        'MCP-PROTOCOL-VERSION': ' 2026-07-28 ',
        'mCp-MeThOd': '  tools/list  ',
      });
      expect(answer).toMatchObject({ status: 200, json: { result: { resultType: 'complete' } } });
    });

    it('may accept only JSON, and have a session id', async () => {
      const headers = { ...modernHeaders('tools/list'), accept: 'application/json' };
      const answer = await post(send, modern('tools/list'), {
        ...headers,
        'mcp-session-id': 'zzz',
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('mcp-session-id')).toBeNull();
    });

    it('needs no client information, and may have other members in _meta', async () => {
      const _meta = {
        ...modernMeta(),
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'example.com/own': [1],
      };
      const answer = await ask('tools/list', { _meta });
      expect(answer.status).toBe(200);
    });

    it.each([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } },
      { jsonrpc: '2.0', method: 'notifications/whatever', params: { _meta: modernMeta() } },
    ])('accepts notifications without headers of their own: %j', async (body) => {
      const answer = await post(send, body, { 'mcp-protocol-version': '2026-07-28' });
      expect([answer.status, answer.json]).toEqual([202, undefined]);
    });

    it('is refused without an id if none can be read', async () => {
      for (const [body, code] of [
        ['{oops', -32700],
        ['[]', -32600],
        [`[${JSON.stringify(modern('tools/list'))}]`, -32600],
        ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32600],
      ] as const) {
        const answer = await post(send, body, modernHeaders('tools/list'));
        expect(answer).toMatchObject({ status: 400, json: { error: { code } } });
        expect(answer.json).not.toHaveProperty('id');
      }
    });

    describe('with headers that contradict its body', () => {
      const list = modern('tools/list');
      const order = modern('tools/call', { name: 'order', arguments: { id: 'o1' } });
      const listHeaders = modernHeaders('tools/list');
      const { 'mcp-method': _method, ...noMethod } = listHeaders;
      const { 'mcp-protocol-version': _version, ...noVersion } = listHeaders;

      it.each([
        ['another version', list, { ...listHeaders, 'mcp-protocol-version': '2025-11-25' }],
        ['no version', list, noVersion],
        ['no method', list, noMethod],
        ['another method', list, { ...listHeaders, 'mcp-method': 'tools/call' }],
        ['a method in other case', list, { ...listHeaders, 'mcp-method': 'TOOLS/LIST' }],
        ['no name', order, modernHeaders('tools/call')],
        ['a name in other case', order, modernHeaders('tools/call', 'Order')],
        ['a name in broken Base64', order, modernHeaders('tools/call', '=?base64?b3JkZXI?=')],
        ['Base64 that is not UTF-8', order, modernHeaders('tools/call', '=?base64?/w==?=')],
        [
          'a name in upper-case Base64 markers',
          order,
          modernHeaders('tools/call', '=?BASE64?b3JkZXI=?='),
        ],
      ])('is refused with 400 and -32020: %s', async (_, body, headers) => {
        const answer = await post(send, body, headers);
        expect(answer).toMatchObject({ status: 400, json: { id: 1, error: { code: -32020 } } });
      });

      it('is refused with -32020 if it is the handshake of the legacy era', async () => {
        const params = {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'c', version: '1' },
        };
        const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
        const answer = await post(send, body, { 'mcp-protocol-version': '2026-07-28' });
        expect(answer).toMatchObject({ status: 400, json: { id: 1, error: { code: -32020 } } });
      });
    });

    it.each(['2027-01-01', '2025-11-25', 'v999.0.0'])(
      'of revision %s is refused with -32022',
      async (version) => {
        const body = modern('tools/list', { _meta: modernMeta(version) });
        const headers = { ...modernHeaders('tools/list'), 'mcp-protocol-version': version };
        const answer = await post(send, body, headers);
        expect(answer.status).toBe(400);
        expect(answer.json).toMatchObject({
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32022, data: { supported: ['2026-07-28'], requested: version } },
        });
      },
    );

    it.each([
      ['no _meta', {}],
      ['no version', { _meta: { 'io.modelcontextprotocol/clientCapabilities': {} } }],
      ['no capabilities', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }],
      ['a version that is no string', { _meta: modernMeta(5) }],
    ])('with %s is refused with 400 and -32602', async (_, params) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params };
      const answer = await post(send, body, modernHeaders('tools/list'));
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        id: 1,
        error: { code: -32602, data: { envelope: { problem: expect.any(String) as string } } },
      });
    });
  },
);

describeServed(
  'a request of unclear era',
  () => createFixtureGateway(),
  ({ send }) => {
    it('is a legacy request if server/discover has no _meta', async () => {
      const answer = await post(send, { jsonrpc: '2.0', id: 1, method: 'server/discover' });
      expect(answer).toMatchObject({ status: 200, json: { error: { code: -32601 } } });
    });

    it('is of revision 2025-03-26 if it names none', async () => {
      const answer = await post(send, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const { result } = answer.json as { result: { tools: Record<string, unknown>[] } };
      expect(Object.keys(result.tools[0] ?? {})).toEqual([
        'name',
        'description',
        'inputSchema',
        'annotations',
      ]);
    });

    it('is modern if its version header is not a date, and refused without _meta', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const answer = await post(send, body, { 'mcp-protocol-version': 'zzz' });
      expect(answer).toMatchObject({ status: 400, json: { error: { code: -32602 } } });
    });

    it('is refused if its version header is empty', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const answer = await post(send, body, { 'mcp-protocol-version': '' });
      expect(answer).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
    });
  },
);
