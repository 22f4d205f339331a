import { expect, it } from 'vitest';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed } from '../support/matrix.ts';
import { modern, modernHeaders, post } from '../support/mcp-requests.ts';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const tokens = [
  { token: 'reader', subject: 'ann', scopes: ['orders:read'] },
  { token: 'writer', subject: 'bob', scopes: ['orders:read', 'orders:write'] },
];

describeServed(
  'a gateway that requires authentication',
  () => createFixtureGateway({ auth: { required: true, tokens } }),
  ({ send }) => {
    it.each([
      ['POST', '/mcp'],
      ['POST', '/mcp/'],
      ['GET', '/mcp'],
      ['DELETE', '/mcp'],
      ['GET', '/sse'],
      ['POST', '/messages?sessionId=x'],
      ['POST', '/mcp?access_token=reader'],
    ])('refuses anonymous callers with 401: %s %s', async (method, path) => {
      const response = await send(path, { method });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
    });

    it('authenticates before it reads the message', async () => {
      expect(await post(send, '{oops')).toMatchObject({ status: 401 });
    });

    it.each([
      ['an unknown token', 'Bearer nope', 401, 'error="invalid_token"'],
      ['a scheme that is none of ours', 'Basic cmVhZGVy', 401, 'Bearer'],
      [
        'no token',
        'Bearer',
        400,
        'description="The Authorization header must be Bearer and one token."',
      ],
      ['two tokens', 'Bearer reader writer', 400, 'error="invalid_request"'],
      ['two headers in one', 'Bearer reader, Bearer writer', 400, 'error="invalid_request"'],
    ])('refuses %s', async (_, authorization, status, challenge) => {
      const answer = await post(send, ping, { authorization });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('www-authenticate')).toContain(challenge);
    });

    it.each(['Bearer reader', 'bearer reader', 'BEARER   reader'])(
      'accepts a configured token: %s',
      async (authorization) => {
        expect(await post(send, ping, { authorization })).toMatchObject({ status: 200 });
      },
    );
  },
);

describeServed(
  'a gateway with optional authentication',
  () => createFixtureGateway({ auth: { tokens } }),
  ({ send }) => {
    const call = (name: string, headers: Record<string, string> = {}) =>
      post(send, modern('tools/call', { name }), {
        ...modernHeaders('tools/call', name),
        ...headers,
      });

    it('accepts anonymous callers, and refuses an unknown token', async () => {
      expect(await post(send, ping)).toMatchObject({ status: 200 });
      expect(await post(send, ping, { authorization: 'Basic x' })).toMatchObject({ status: 200 });
      expect(await post(send, ping, { authorization: 'Bearer x' })).toMatchObject({ status: 401 });
    });

    it.each([
      [401, {}, 'Bearer scope="orders:read orders:write"'],
      [
        403,
        { authorization: 'Bearer reader' },
        'Bearer error="insufficient_scope", error_description="The tool needs more scopes than the token has.", ' +
          'scope="orders:read orders:write"',
      ],
    ])(
      'refuses a tool whose scopes are missing with %i, and lists all scopes: %j',
      async (status, headers, challenge) => {
        const answer = await call('admin_op', headers);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('www-authenticate')).toBe(challenge);
        expect(answer.json).toEqual({
          jsonrpc: '2.0',
          id: 1,
          error: {
            code: 403,
            message: 'Tool admin_op needs the scopes: orders:read orders:write.',
          },
        });
      },
    );

    it('lets a caller with all scopes call the tool', async () => {
      const answer = await call('admin_op', { authorization: 'Bearer writer' });
      expect(answer).toMatchObject({ status: 200, json: { result: { resultType: 'complete' } } });
    });

    it('refuses missing scopes in legacy revisions and batches too', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'admin_op' } };
      expect(await post(send, body)).toMatchObject({ status: 401 });
      const reader = { authorization: 'Bearer reader' };
      expect(await post(send, body, reader)).toMatchObject({ status: 403 });
      expect(await post(send, [body, ping])).toMatchObject({
        status: 200,
        json: [{ error: { code: 403 } }, { result: {} }],
      });
    });
  },
);

describeServed(
  'a gateway without authentication',
  () => createFixtureGateway(),
  ({ send }) => {
    it('ignores the Authorization header', async () => {
      for (const authorization of ['Bearer for-the-api-behind', 'Bearer', 'x']) {
        expect(await post(send, ping, { authorization })).toMatchObject({ status: 200 });
      }
    });
  },
);
