import { expect, it } from 'vitest';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed } from '../support/matrix.ts';
import { modern, modernHeaders, post } from '../support/mcp-requests.ts';

const issuers = [{ issuer: 'https://login.example/' }, { issuer: 'https://other.example' }];
const tokens = [{ token: 'reader', subject: 'ann', scopes: ['mcp', 'orders:read'] }];
const metadataUrl = 'https://tools.example/.well-known/oauth-protected-resource/api/mcp';

describeServed(
  'a gateway with authorization servers, behind a proxy',
  () =>
    createFixtureGateway({
      server: { publicUrl: 'https://tools.example/api/mcp' },
      auth: { required: true, scopes: ['mcp'], tokens, issuers },
    }),
  ({ send }) => {
    it.each([
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource/api/mcp',
    ])('answers its metadata without authentication at %s', async (path) => {
      const response = await send(path, { headers: { origin: 'http://localhost:6274' } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
      expect(await response.json()).toEqual({
        resource: 'https://tools.example/api/mcp',
        authorization_servers: ['https://login.example/', 'https://other.example'],
        scopes_supported: ['mcp', 'orders:read', 'orders:write'],
        bearer_methods_supported: ['header'],
      });
    });

    it.each(['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/x'])(
      'answers 404 in JSON at %s',
      async (path) => {
        const response = await send(path);
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ error: 'Not found. The MCP endpoint is /mcp.' });
      },
    );

    it('accepts the host of its public URL, which proxies pass on', async () => {
      const health = await send('/health', { headers: { host: 'tools.example' } });
      expect(await health.json()).toMatchObject({ tools: expect.any(Number) as number });
    });

    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

    it.each([
      ['POST', '/mcp'],
      ['GET', '/mcp'],
      ['GET', '/sse'],
      ['POST', '/messages?sessionId=x'],
    ])('names its metadata and scopes to callers without a token: %s %s', async (method, path) => {
      const response = await send(path, { method });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer scope="mcp", resource_metadata="${metadataUrl}"`,
      );
    });

    it('names them to callers with an unknown token', async () => {
      const answer = await post(send, ping, { authorization: 'Bearer nope' });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe(
        'Bearer error="invalid_token", error_description="The token is not known or has expired.", ' +
          `scope="mcp", resource_metadata="${metadataUrl}"`,
      );
    });

    it('asks for all scopes of a tool at once', async () => {
      const answer = await post(send, modern('tools/call', { name: 'admin_op' }), {
        ...modernHeaders('tools/call', 'admin_op'),
        authorization: 'Bearer reader',
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_scope", error_description="The tool needs more scopes than the token has.", ' +
          `scope="mcp orders:read orders:write", resource_metadata="${metadataUrl}"`,
      );
    });
  },
);

describeServed(
  'a gateway without authorization servers',
  () => createFixtureGateway({ auth: { tokens } }),
  ({ send }) => {
    it('has no metadata', async () => {
      expect(await send('/.well-known/oauth-protected-resource')).toMatchObject({ status: 404 });
    });
  },
);
