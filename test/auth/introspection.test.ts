import { beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticator.ts';
import type { IntrospectTokenOptions } from '../../src/config/model/token-options.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { closeLater } from '../support/servers.ts';
import { publicUrl, startIssuer, type TokenIssuer } from '../support/token-issuer.ts';

let issuer: TokenIssuer;
beforeEach(async () => {
  issuer = await startIssuer();
});

let ahead = 0;

function open(options: Partial<IntrospectTokenOptions> = {}) {
  ahead = 0;
  const introspection = { clientId: 'gw', clientSecret: 's:ä', ...options };
  const { auth, server } = resolveConfig({
    server: { publicUrl },
    auth: { issuers: [{ issuer: issuer.url, introspection }] },
  });
  const authenticator = createAuthenticator(auth, server, { now: () => Date.now() + ahead });
  closeLater(() => authenticator.close());
  return async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return authenticator.authenticate(new Request(publicUrl, { headers }));
  };
}

const active = {
  active: true,
  sub: 'ada',
  aud: publicUrl,
  scope: 'films:read',
  exp: 9_999_999_999,
};

describe('an opaque token', () => {
  it('is introspected once a minute, with the credentials of the gateway', async () => {
    issuer.answer = () => ({ body: active });
    const authenticate = open();
    const outcomes = await Promise.all([1, 2, 3].map(() => authenticate('opaque-1')));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        ok: true,
        caller: { subject: 'ada', scopes: ['films:read'] },
      });
    }
    const [seen] = issuer.forms;
    expect(seen?.path).toBe('/realms/films/introspect');
    expect(Object.fromEntries(seen?.form ?? [])).toEqual({
      token: 'opaque-1',
      token_type_hint: 'access_token',
    });
    // the parts are encoded like in a form: RFC 6749, section 2.3.1
    expect(seen?.authorization).toBe(`Basic ${btoa('gw:s%3A%C3%A4')}`);
    expect(issuer.forms).toHaveLength(1);
    ahead = 60_001;
    await authenticate('opaque-1');
    expect(issuer.forms).toHaveLength(2);
  });

  it('is introspected with the credentials in the form if that is configured', async () => {
    issuer.answer = () => ({ body: active });
    await open({ clientAuthentication: 'form' })('opaque-1');
    const [seen] = issuer.forms;
    expect(seen?.authorization).toBeUndefined();
    expect(Object.fromEntries(seen?.form ?? [])).toMatchObject({
      client_id: 'gw',
      client_secret: 's:ä',
    });
  });

  it.each([
    [{ active: false }, 'The token is not known or has expired.'],
    [{}, 'The token is not known or has expired.'],
    [{ ...active, active: 'true' }, 'The token is not known or has expired.'],
    [{ ...active, aud: 'account' }, 'The token was issued for another audience.'],
    [{ ...active, aud: undefined }, 'The token names no audience.'],
    [{ ...active, exp: 1_000 }, 'The token has expired.'],
    [{ ...active, nbf: 9_999_999_999 }, 'The token is not valid yet.'],
    [{ ...active, iss: 'https://other.example' }, 'The claim "iss" of the token is not accepted.'],
    [{ ...active, sub: undefined }, 'The token names no subject.'],
  ])('is refused if the answer is %j', async (body, reason) => {
    issuer.answer = () => ({ body });
    expect(await open()('opaque-1')).toMatchObject({ ok: false, status: 401, reason });
  });

  it('that passed a moment ago passes while the issuer is down; others can be retried', async () => {
    issuer.answer = () => ({ body: active });
    const authenticate = open();
    await authenticate('opaque-1');
    issuer.isDown = true;
    expect(await authenticate('opaque-1')).toMatchObject({ ok: true });
    const other = { ok: false, status: 503 };
    expect(await authenticate('opaque-2')).toMatchObject(other);
    ahead = 60_001;
    expect(await authenticate('opaque-1')).toMatchObject(other);
    issuer.isDown = false;
    expect(await authenticate('opaque-2')).toMatchObject({ ok: true });
  });

  it('is introspected even if it is a JWT of that issuer', async () => {
    issuer.answer = () => ({ body: { active: false } });
    expect(await open()(await issuer.sign())).toMatchObject({ ok: false, status: 401 });
    expect(issuer.forms).toHaveLength(1);
  });

  it('is not sent to an issuer that did not sign it', async () => {
    const authenticate = open();
    const token = await issuer.sign({ iss: 'https://other.example' });
    expect(await authenticate(token)).toMatchObject({ ok: false, status: 401 });
    expect(issuer.forms).toEqual([]);
  });
});
