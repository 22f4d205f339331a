import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { CreateGatewayOptions, Gateway } from '../../src/gateway/gateway.ts';
import { createLiveAuthentication } from '../../src/gateway/live-authentication.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { closeLater, serveJson } from '../support/servers.ts';
import { publicUrl, startIssuer } from '../support/token-issuer.ts';

const schema = buildSchema('type Query { film(id: String): String }');

async function open(options: CreateGatewayOptions): Promise<Gateway> {
  const gateway = await createGateway({
    schema,
    inlineOperations: ['query film($sub: String @mcpParam(fromClaim: "sub")) { film(id: $sub) }'],
    ...options,
  });
  closeLater(() => gateway.close());
  return gateway;
}

async function callFilm(gateway: Gateway, headers: Record<string, string>): Promise<Response> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'film' } };
  return gateway.fetch(
    new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );
}

describe('authenticate of an embedder', () => {
  it('identifies callers, and refuses those it does not know', async () => {
    const { url, seen } = await serveJson(() => ({ data: { film: null } }));
    const gateway = await open({
      endpoint: url,
      auth: { required: true },
      authenticate: async ({ headers }) => {
        const user = headers.get('cookie')?.replace('session=', '');
        return user === 'ada' ? { subject: user } : undefined;
      },
    });
    expect((await callFilm(gateway, { cookie: 'session=ada' })).status).toBe(200);
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ variables: { sub: 'ada' } });
    const unknown = await callFilm(gateway, { cookie: 'session=bob' });
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const wrong = await callFilm(gateway, { authorization: 'Bearer x' });
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(seen).toHaveLength(1);
  });

  it('is not asked about the credentials of the API, and answers 500 if it fails', async () => {
    const { log, errors } = keepingLog();
    const { url } = await serveJson(() => ({ data: { film: null } }));
    const gateway = await open({
      endpoint: url,
      log,
      authenticate: () => {
        throw new Error('secret-of-the-session-store');
      },
    });
    const response = await callFilm(gateway, {});
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret-of-the-session-store');
    expect(errors).toHaveLength(1);
    await expect(
      open({
        endpoint: url,
        authenticate: () => undefined,
        forwardHeaders: { authorization: 'a' },
      }),
    ).rejects.toThrow('CONFIG_FORBIDDEN_HEADER');
  });
});

describe('the authentication of a running gateway', () => {
  it('follows the configuration, and keeps the keys of issuers', async () => {
    const issuer = await startIssuer();
    const authOf = (options: object) =>
      resolveConfig({ server: { publicUrl }, auth: options }).auth;
    const issuers = [{ issuer: issuer.url }];
    let auth = authOf({ issuers, tokens: [{ token: 'abc', subject: 'ann' }] });
    const { server } = resolveConfig({ server: { publicUrl } });
    const live = createLiveAuthentication(() => auth, server, {});
    closeLater(() => live.close());
    const statusOf = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const outcome = await live.authenticate(new Request(publicUrl, { headers }));
      return outcome.ok ? 200 : outcome.status;
    };
    const token = await issuer.sign();
    expect([await statusOf('abc'), await statusOf(token)]).toEqual([200, 200]);
    issuer.isDown = true;
    auth = authOf({ issuers, tokens: [{ token: 'abc', subject: 'ann' }] });
    expect(await statusOf(token)).toBe(200);
    issuer.isDown = false;
    auth = authOf({ issuers });
    expect([await statusOf('abc'), await statusOf(token)]).toEqual([401, 200]);
    auth = authOf({ required: true });
    expect(await statusOf(token)).toBe(401);
    expect(live.resource).toBeUndefined();
  });

  it('logs why a request was refused, and nothing of the token', async () => {
    const issuer = await startIssuer();
    const { log, warnings } = keepingLog();
    const { url } = await serveJson(() => ({ data: { film: null } }));
    const gateway = await open({
      endpoint: url,
      log,
      server: { publicUrl },
      auth: { issuers: [{ issuer: issuer.url }] },
    });
    const token = await issuer.sign({ aud: 'planted-audience', sub: 'planted-subject' });
    const response = await callFilm(gateway, { authorization: `Bearer ${token}` });
    expect(response.status).toBe(401);
    const answer = `${response.headers.get('www-authenticate')} ${await response.text()}`;
    expect(warnings).toContainEqual([
      {
        cause: 'credentials',
        value: 'The token was issued for another audience.',
        hint: 'Compare the token of the client with auth.tokens and auth.issuers.',
      },
      'a request was refused',
    ]);
    for (const secret of ['planted', ...token.split('.')]) {
      expect(answer + JSON.stringify(warnings)).not.toContain(secret);
    }
  });
});
