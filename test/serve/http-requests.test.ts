import { describe, expect, it } from 'vitest';
import { createFixtureGateway } from '../support/fixture-gateway.ts';
import { describeServed } from '../support/matrix.ts';
import { modern, modernHeaders, post } from '../support/mcp-requests.ts';

const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };

describeServed(
  'the MCP endpoint',
  () => createFixtureGateway(),
  ({ send }) => {
    it('is served with and without a trailing slash', async () => {
      for (const path of ['/mcp', '/mcp/']) {
        expect(await post(send, ping, {}, path)).toMatchObject({ status: 200, json: { id: 2 } });
      }
    });

    it.each(['DELETE', 'PUT', 'PATCH', 'OPTIONS'])(
      'refuses %s with 405 and an Allow header',
      async (method) => {
        const response = await send('/mcp', { method, headers: { accept: 'text/event-stream' } });
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toBe('POST');
        expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
      },
    );

    it('refuses GET for events with 405 and no body, which clients would read as events', async () => {
      const response = await send('/mcp', { headers: { accept: 'text/event-stream' } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.text()).toBe('');
    });

    it('handles HEAD like GET, without a body', async () => {
      const response = await send('/mcp', { method: 'HEAD' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.text()).toBe('');
    });

    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json; charset=UTF8; profile=x',
    ])('reads content of type %s', async (type) => {
      expect(await post(send, ping, { 'content-type': type })).toMatchObject({ status: 200 });
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=utf-16',
      '',
    ])('refuses content of type "%s" with 415', async (type) => {
      const answer = await post(send, ping, { 'content-type': type });
      expect(answer).toMatchObject({ status: 415, json: { id: null, error: { code: -32600 } } });
    });

    it('refuses compressed content with 415', async () => {
      expect(await post(send, ping, { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
    });

    it.each([
      '*/*',
      'application/json',
      'text/event-stream',
      'text/event-stream, application/json',
      'application/*;q=0.5',
      'text/html, */*;q=0.1',
    ])('responds in JSON to Accept: %s', async (accept) => {
      const answer = await post(send, ping, { accept });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json');
    });

    it('responds in JSON without an Accept header', async () => {
      const response = await send('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ping),
      });
      expect(response.status).toBe(200);
    });

    it.each(['text/html', 'application/json;q=0', 'image/png, text/plain'])(
      'refuses Accept: %s with 406',
      async (accept) => {
        expect(await post(send, ping, { accept })).toMatchObject({ status: 406 });
      },
    );

    it.each(['1', '3f6b1c1e-7d0e-4d4b-8f6e-0d6f7f1b2c3d'])(
      'ignores a session id: %s',
      async (id) => {
        expect(await post(send, { ...ping, id })).toMatchObject({ json: { id } });
      },
    );
  },
);

describeServed(
  'a request body',
  () => createFixtureGateway({ maxBodyBytes: 1_000 }),
  ({ send }) => {
    const large = JSON.stringify({ ...ping, params: { text: 'x'.repeat(1_000) } });

    it('is refused with 413 if it is too large', async () => {
      const answer = await post(send, large);
      expect(answer.status).toBe(413);
      expect(answer.json).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32600,
          message: 'The body is larger than 1000 bytes (option limits.maxBodyBytes).',
        },
      });
    });

    it('is limited while it is read if its length is unknown', async () => {
      const headers = { 'transfer-encoding': 'chunked' };
      expect(await post(send, large, headers)).toMatchObject({ status: 413 });
      expect(await post(send, ping, headers)).toMatchObject({ status: 200 });
    });

    it('is read up to the limit', async () => {
      const padding = 1_000 - JSON.stringify({ ...ping, params: { text: '' } }).length;
      const answer = await post(send, { ...ping, params: { text: 'x'.repeat(padding) } });
      expect(answer.status).toBe(200);
    });

    it('is refused as invalid JSON if it is empty', async () => {
      expect(await post(send, '')).toMatchObject({
        status: 400,
        json: { error: { code: -32700 } },
      });
    });

    it.each([
      ['Latin-1', '{"id":"\u00fc"}', 'latin1'],
      ['UTF-16', '{"id":"\u00fc"}', 'utf16le'],
      ['a character cut short', '{"id":"\u00e2\u0082"}', 'latin1'],
    ] as const)('is refused if it is not UTF-8 but %s', async (...of) => {
      const [, text, encoding] = of;
      for (const length of [{}, { 'transfer-encoding': 'chunked' }]) {
        const response = await send('/mcp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...length },
          body: Buffer.from(text, encoding),
        });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ id: null, error: { code: -32700 } });
      }
    });

    it('may contain U+FFFD', async () => {
      const answer = await post(send, { jsonrpc: '2.0', id: '\uFFFD ü', method: 'ping' });
      expect(answer).toMatchObject({ status: 200, json: { id: '\uFFFD ü' } });
    });

    it('is decoded as UTF-8 across chunks', async () => {
      const answer = await post(send, {
        jsonrpc: '2.0',
        id: 'ü世界🎬',
        method: 'tools/call',
        params: { name: 'order', arguments: { id: 'ü世界🎬' } },
      });
      expect(answer.json).toMatchObject({ id: 'ü世界🎬' });
      expect(JSON.stringify(answer.json)).toContain('ü世界🎬');
    });
  },
);

describeServed(
  'another origin or host',
  () => createFixtureGateway(),
  ({ send }) => {
    it.each([
      'https://evil.example',
      'http://127.0.0.1.evil.example',
      'null',
      'file://',
      'file://localhost',
      'ftp://127.0.0.1',
      'chrome-extension://localhost',
      'https:',
      'http://localhost\\evil.example',
      'http://localhost/evil',
      'http://evil.example@localhost',
    ])('is refused with 403: origin %s', async (origin) => {
      const answer = await post(send, ping, { origin });
      expect(answer).toMatchObject({ status: 403, json: { error: { code: -32600 } } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    });

    it.each(['evil.example', 'evil.example:4000', '127.0.0.1.evil.example', 'localhost.evil'])(
      'is refused with 403 on every path but /health: host %s',
      async (host) => {
        for (const path of ['/mcp', '/sse', '/messages', '/nowhere']) {
          const response = await send(path, { headers: { host } });
          expect([path, response.status]).toEqual([path, 403]);
        }
      },
    );

    it.each(['localhost', 'localhost:9', '127.0.0.1', '127.0.0.9:80', '[::1]:4000', 'LOCALHOST'])(
      'does not include the loopback host %s',
      async (host) => {
        expect(await post(send, ping, { host })).toMatchObject({ status: 200 });
      },
    );

    it.each(['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:1', 'https://localhost'])(
      'does not include the loopback origin %s, which gets CORS headers',
      async (origin) => {
        const answer = await post(send, ping, { origin });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
        expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
        expect(answer.headers.get('vary')).toBe('Origin');
      },
    );
  },
);

const guarded = {
  server: {
    host: '0.0.0.0',
    allowedHosts: ['gw.example', 'other.example:8443'],
    allowedOrigins: ['https://app.example'],
  },
  auth: { required: true, tokens: [{ token: 'secret', subject: 'ann' }] },
};

describeServed(
  'an allowed origin',
  () => createFixtureGateway(guarded),
  ({ send }) => {
    const host = 'gw.example';
    const origin = 'https://app.example';

    it('may send a preflight without credentials', async () => {
      const response = await send('/mcp', {
        method: 'OPTIONS',
        headers: {
          host,
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers':
            'content-type, mcp-param-region, x-other, mcp-param-\u00e9',
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST');
      const allowed = response.headers.get('access-control-allow-headers')?.split(', ');
      expect(allowed).toEqual([
        'accept',
        'authorization',
        'content-type',
        'last-event-id',
        'mcp-method',
        'mcp-name',
        'mcp-protocol-version',
        'mcp-session-id',
        'traceparent',
        'tracestate',
        'mcp-param-region',
      ]);
    });

    it('gets CORS headers on every error', async () => {
      for (const [path, headers, status] of [
        ['/mcp', {}, 401],
        ['/mcp', { authorization: 'Bearer wrong' }, 401],
        ['/mcp', { authorization: 'Bearer secret', 'content-type': 'text/plain' }, 415],
        ['/nowhere', {}, 404],
      ] as const) {
        const answer = await post(send, ping, { host, origin, ...headers }, path);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      }
    });

    it('does not include loopback pages on a public bind', async () => {
      const answer = await post(send, ping, { host, origin: 'http://localhost:3000' });
      expect(answer.status).toBe(403);
    });

    it('needs an allowed host', async () => {
      const authorization = 'Bearer secret';
      const statuses = [];
      for (const name of [
        'gw.example',
        'GW.example:9000',
        'other.example:8443',
        'other.example',
        'localhost',
      ]) {
        statuses.push((await post(send, ping, { host: name, authorization })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 403, 200]);
    });
  },
);

describeServed(
  'a gateway that allows all origins and hosts',
  () => createFixtureGateway({ server: { allowedOrigins: ['*'], allowedHosts: ['*'] } }),
  ({ send }) => {
    it('accepts any origin and host', async () => {
      const headers = { origin: 'https://any.example', host: 'any.example' };
      const answer = await post(send, ping, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://any.example');
    });
  },
);

describeServed(
  '/health',
  () => createFixtureGateway(guarded),
  ({ send }) => {
    const headers = { host: 'gw.example' };

    it('reports the health without authentication', async () => {
      const response = await send('/health', { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toEqual({
        status: 'ok',
        tools: 10,
        skipped: 0,
        catalog: 'f'.repeat(64),
      });
    });

    it.each([{ host: '10.42.0.17:4000' }, { host: 'gw.example', origin: 'https://evil.example' }])(
      'reports the status only to %j',
      async (foreign) => {
        const response = await send('/health', { headers: foreign });
        expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      },
    );

    it('supports GET and HEAD only', async () => {
      const head = await send('/health', { method: 'HEAD', headers });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const other = await send('/health', { method: 'POST', headers });
      expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });
  },
);

describeServed(
  'any other path',
  () => createFixtureGateway(),
  ({ send }) => {
    it.each([
      '/',
      '/mcp/x',
      '/.well-known/oauth-protected-resource/mcp',
      '/register',
      '/messagesX',
    ])('gets 404 in JSON that names the endpoint: %s', async (path) => {
      const response = await send(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toEqual({ error: 'Not found. The MCP endpoint is /mcp.' });
    });
  },
);

describeServed(
  'a configured path',
  () => createFixtureGateway({ server: { path: '/', sse: false } }),
  ({ send }) => {
    it('may be the root', async () => {
      expect(await post(send, ping, {}, '/')).toMatchObject({ status: 200 });
      expect(await post(send, ping, {}, '/mcp')).toMatchObject({ status: 404 });
    });

    it('has no HTTP+SSE if it is disabled', async () => {
      expect((await send('/sse')).status).toBe(404);
      expect((await send('/messages?sessionId=x', { method: 'POST' })).status).toBe(404);
    });
  },
);

describe('a bug in the gateway', () => {
  it('is masked for the client, and reported', async () => {
    const gateway = createFixtureGateway({
      mcp: {
        resources: {
          list() {
            throw new Error('secret');
          },
          templates: () => [],
          read: () => undefined,
        },
      },
    });
    const body = modern('resources/list');
    const answer = await post(
      async (path, init = {}) =>
        gateway.app.fetch(new Request(`http://localhost${path}`, init as RequestInit)),
      body,
      modernHeaders('resources/list'),
    );
    expect(answer).toMatchObject({
      status: 200,
      json: { error: { code: -32603, message: 'Internal error. Reference: bug-0' } },
    });
    expect(gateway.bugs).toEqual([new Error('secret')]);
  });

  it('is masked outside of methods too', async () => {
    const gateway = createFixtureGateway();
    const request = new Request('http://localhost/health');
    Object.defineProperty(gateway.catalog, 'current', {
      get() {
        throw new Error('secret');
      },
    });
    const response = await gateway.app.fetch(request);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { code: -32603, message: 'Internal error. Reference: bug-0' },
    });
  });
});
