import { expect, it } from 'vitest';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed } from '../support/matrix.ts';
import { modernMeta, post } from '../support/mcp-requests.ts';

const clientInfo = { name: 'c', version: '1' };

function initialize(protocolVersion: unknown, id: unknown = 1): object {
  return {
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo },
  };
}

const serverInfo = { name: 'gw', version: '1.0.0' };

describeServed(
  'the handshake',
  () => createFixtureGateway(),
  ({ send }) => {
    it.each([
      ['2024-11-05', '2024-11-05'],
      ['2025-03-26', '2025-03-26'],
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['2026-07-28', '2025-11-25'],
      ['2099-01-01', '2025-11-25'],
      ['1.0', '2025-11-25'],
      ['', '2025-11-25'],
    ])('negotiates for "%s" the revision %s', async (asked, negotiated) => {
      const answer = await post(send, initialize(asked));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('mcp-session-id')).toBeNull();
      expect(answer.json).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: {
          protocolVersion: negotiated,
          capabilities: { tools: { listChanged: false } },
          serverInfo,
        },
      });
    });

    it('accepts notifications/initialized with an empty 202', async () => {
      const answer = await post(send, { jsonrpc: '2.0', method: 'notifications/initialized' });
      expect([answer.status, answer.json]).toEqual([202, undefined]);
    });

    it.each([
      [undefined, '"protocolVersion" must be a string.'],
      [{ protocolVersion: '2025-06-18' }, '"capabilities" must be an object.'],
      [{ protocolVersion: '2025-06-18', capabilities: {} }, '"clientInfo" must be an object.'],
      [
        { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c' } },
        '"clientInfo.version" must be a string.',
      ],
      [{ protocolVersion: 5, capabilities: {}, clientInfo }, '"protocolVersion" must be a string.'],
    ])('refuses incomplete parameters with -32602: %j', async (params, message) => {
      const answer = await post(send, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32602, message } });
    });

    it('ignores an unsupported version header, unless it is modern', async () => {
      const odd = await post(send, initialize('2025-06-18'), {
        'mcp-protocol-version': '1999-01-01',
      });
      expect(odd).toMatchObject({
        status: 200,
        json: { result: { protocolVersion: '2025-06-18' } },
      });
      const modern = await post(send, initialize('2025-06-18'), { 'mcp-protocol-version': 'zzz' });
      expect(modern).toMatchObject({ status: 400, json: { id: 1, error: { code: -32020 } } });
    });
  },
);

const version = { 'mcp-protocol-version': '2025-11-25' };

describeServed(
  'a legacy request',
  () => createFixtureGateway(),
  ({ send, gateway }) => {
    const call = (params: object, headers: Record<string, string> = version) =>
      post(send, { jsonrpc: '2.0', id: 4, method: 'tools/call', params }, headers);

    it('can ping', async () => {
      const answer = await post(send, { jsonrpc: '2.0', id: 2, method: 'ping' }, version);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    });

    it('lists tools, and gets its string id back', async () => {
      const answer = await post(send, { jsonrpc: '2.0', id: 'a3', method: 'tools/list' }, version);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: 'a3' });
      const { result } = answer.json as { result: { tools: { name: string }[] } };
      expect(Object.keys(result)).toEqual(['tools']);
      expect(result.tools.slice(0, 3).map(({ name }) => name)).toEqual([
        'ping_op',
        'fail_op',
        'order',
      ]);
      expect(result.tools[0]).toEqual({
        name: 'ping_op',
        title: 'ping op',
        description: 'Runs ping op.',
        inputSchema: { type: 'object', properties: {}, additionalProperties: false },
        outputSchema: {
          type: 'object',
          properties: { data: { type: ['object', 'null'] }, errors: { type: 'array', items: {} } },
        },
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      });
    });

    it.each(['nope', '', '1.nope', '0.ffffffffffffffff', 5, null])(
      'refuses the cursor %j with -32602',
      async (cursor) => {
        const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor } };
        const answer = await post(send, body, version);
        expect(answer).toMatchObject({ status: 200, json: { id: 1, error: { code: -32602 } } });
      },
    );

    it('calls a tool', async () => {
      const answer = await call({ name: 'order', arguments: { id: 'o1' } });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        jsonrpc: '2.0',
        id: 4,
        result: {
          content: [{ type: 'text', text: '{"data":{"order":{"id":"o1"}}}' }],
          structuredContent: { data: { order: { id: 'o1' } } },
        },
      });
    });

    it('calls a tool without "arguments"', async () => {
      const answer = await call({ name: 'ping_op' });
      expect(answer.json).toMatchObject({
        result: { structuredContent: { data: { ping_op: {} } } },
      });
    });

    it('gets the error of a tool as a result', async () => {
      const answer = await call({ name: 'fail_op', arguments: {} });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        result: {
          content: [{ type: 'text', text: 'GraphQL operation failed: the upstream said no.' }],
          isError: true,
        },
      });
    });

    it('gets invalid arguments reported as a result', async () => {
      const answer = await call({ name: 'order', arguments: { id: 5 } });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        result: { content: [{ type: 'text', text: 'id must be string' }], isError: true },
      });
    });

    it('gets -32602 for an unknown tool', async () => {
      const answer = await call({ name: 'nope' });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        jsonrpc: '2.0',
        id: 4,
        error: { code: -32602, message: 'Unknown tool: nope.' },
      });
    });

    it('gets a suggestion for a misspelled tool', async () => {
      const answer = await call({ name: 'ordr' });
      expect(answer.json).toMatchObject({
        error: { message: 'Unknown tool: ordr. Did you mean "order"?' },
      });
    });

    it.each(['constructor', '__proto__', 'toString'])(
      'finds no tool of the name %s',
      async (name) => {
        const answer = await post(
          send,
          `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"${name}"}}`,
          version,
        );
        expect(answer).toMatchObject({ status: 200, json: { error: { code: -32602 } } });
      },
    );

    it.each([
      {},
      { name: 5 },
      { name: 'order', arguments: [] },
      { name: 'order', arguments: 'id' },
    ])('gets -32602 for a malformed call: %j', async (params) => {
      const answer = await call(params);
      expect(answer).toMatchObject({ status: 200, json: { id: 4, error: { code: -32602 } } });
    });

    it.each(['foo/bar', 'prompts/list', 'resources/list', 'server/discover', 'constructor'])(
      'gets -32601 for %s',
      async (method) => {
        const answer = await post(send, { jsonrpc: '2.0', id: 9, method }, version);
        expect(answer.status).toBe(200);
        expect(answer.json).toEqual({
          jsonrpc: '2.0',
          id: 9,
          error: { code: -32601, message: `Method not found: ${method}` },
        });
      },
    );

    it('can set a log level, without effect', async () => {
      const body = { jsonrpc: '2.0', id: 9, method: 'logging/setLevel' };
      const good = await post(send, { ...body, params: { level: 'info' } }, version);
      expect(good.json).toEqual({ jsonrpc: '2.0', id: 9, result: {} });
      const bad = await post(send, { ...body, params: { level: 'loud' } }, version);
      expect(bad).toMatchObject({ status: 200, json: { error: { code: -32602 } } });
    });

    it.each([
      { jsonrpc: '2.0', method: 'notifications/whatever' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 77, reason: 'x' } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: {} } },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
    ])('gets an empty 202 for messages without an answer: %j', async (body) => {
      const answer = await post(send, body, version);
      expect([answer.status, answer.json]).toEqual([202, undefined]);
    });

    it('gets -32700 for invalid JSON', async () => {
      const answer = await post(send, '{oops', version);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
    });

    it.each([
      [{ jsonrpc: '2.0', id: 1 }, 1],
      [{ id: 1, method: 'ping' }, 1],
      [{ jsonrpc: '1.0', id: 'x', method: 'ping' }, 'x'],
      [{ jsonrpc: '2.0', id: null, method: 'ping' }, null],
      [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, null],
      [{ jsonrpc: '2.0', id: { a: 1 }, method: 'ping' }, null],
      [{ jsonrpc: '2.0', id: 3, method: 'ping', params: [] }, 3],
      ['"text"', null],
      ['null', null],
    ])('gets -32600 for invalid messages: %j', async (body, id) => {
      const answer = await post(send, body, version);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32600 } });
    });

    it('is refused if its version header is not a supported revision', async () => {
      const body = { jsonrpc: '2.0', id: 2, method: 'ping' };
      const answer = await post(send, body, { 'mcp-protocol-version': '1999-01-01' });
      expect(answer).toMatchObject({ status: 400, json: { id: 2, error: { code: -32600 } } });
      const { message } = (answer.json as { error: { message: string } }).error;
      expect(message).toContain('2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25');
    });

    it('is answered the same without a version header', async () => {
      const answer = await post(send, { jsonrpc: '2.0', id: 2, method: 'ping' });
      expect(answer).toMatchObject({ status: 200, json: { id: 2, result: {} } });
    });

    it('may have a session id, which is ignored', async () => {
      const headers = { ...version, 'mcp-session-id': 'abc' };
      const answer = await post(send, { jsonrpc: '2.0', id: 2, method: 'ping' }, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('mcp-session-id')).toBeNull();
    });

    it('gets a reference instead of the details of a bug', async () => {
      const answer = await call({ name: 'bug_op' });
      const index = gateway().bugs.length - 1;
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        jsonrpc: '2.0',
        id: 4,
        error: { code: -32603, message: `Internal error. Reference: bug-${index}` },
      });
      expect(gateway().bugs.at(-1)).toEqual(new Error('a secret at /etc/secret'));
    });
  },
);

describeServed(
  'a batch',
  () => createFixtureGateway(),
  ({ send }) => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

    it.each([{}, { 'mcp-protocol-version': '2025-03-26' }])(
      'is answered with an array, with headers %j',
      async (headers) => {
        const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'ping_op' } };
        const answer = await post(send, [ping, initialized, call], headers);
        expect(answer.status).toBe(200);
        expect(answer.json).toEqual([
          { jsonrpc: '2.0', id: 1, result: {} },
          {
            jsonrpc: '2.0',
            id: 2,
            result: { content: [{ type: 'text', text: '{"data":{"ping_op":{}}}' }] },
          },
        ]);
      },
    );

    it('of one message is answered with an array of one', async () => {
      const answer = await post(send, [ping]);
      expect(answer.json).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    });

    it.each([[[initialized]], [[{ jsonrpc: '2.0', id: 1, result: {} }]]])(
      'without requests is accepted with an empty 202: %j',
      async (batch) => {
        const answer = await post(send, batch);
        expect([answer.status, answer.json]).toEqual([202, undefined]);
      },
    );

    it('may have errors among its answers', async () => {
      const answer = await post(send, [ping, { jsonrpc: '2.0', id: 2, method: 'foo/bar' }]);
      expect(answer.json).toMatchObject([{ result: {} }, { error: { code: -32601 } }]);
    });

    it.each([
      ['that is empty', []],
      ['with a handshake', [initialize('2025-03-26')]],
      ['with what is no message', [ping, 5]],
      ['within a batch', [[ping]]],
      ['with a modern request', [{ ...ping, params: { _meta: modernMeta() } }]],
      ['of too many', Array.from({ length: 101 }, (_, id) => ({ ...ping, id }))],
    ])('%s is refused as a whole', async (_, batch) => {
      const answer = await post(send, batch);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } });
    });

    it.each(['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'])(
      'is refused by revision %s',
      async (revision) => {
        const answer = await post(send, [ping], { 'mcp-protocol-version': revision });
        expect(answer).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
      },
    );
  },
);
