import { UnsecuredJWT, SignJWT, exportSPKI, importJWK, type JWK } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticator.ts';
import type { IssuerOptions } from '../../src/config/model/token-options.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { closeLater } from '../support/servers.ts';
import { publicUrl, startIssuer, type TokenIssuer } from '../support/token-issuer.ts';

let issuer: TokenIssuer;
beforeEach(async () => {
  issuer = await startIssuer();
});

/** Milliseconds that the clock of the gateway is ahead. */
let ahead = 0;

/** Returns the function that authenticates with a token, and gives what became of it. */
function open(...issuers: readonly Partial<IssuerOptions>[]) {
  ahead = 0;
  const configured = issuers.length > 0 ? issuers : [{}];
  const { auth, server } = resolveConfig({
    server: { publicUrl },
    auth: { required: true, issuers: configured.map((one) => ({ issuer: issuer.url, ...one })) },
  });
  const authenticator = createAuthenticator(auth, server, { now: () => Date.now() + ahead });
  closeLater(() => authenticator.close());
  return async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return authenticator.authenticate(new Request(publicUrl, { headers }));
  };
}

function refusal(reason: string) {
  const challenge = { error: 'invalid_token', error_description: reason };
  return { ok: false, status: 401, reason, challenge };
}

const seconds = () => Math.floor(Date.now() / 1_000);

describe('a JWT of an issuer', () => {
  it('identifies its caller, with claims and scopes', async () => {
    const authenticate = open();
    const token = await issuer.sign({ scope: 'films:read films:write', org: { id: 'o1' } });
    const outcome = await authenticate(token);
    expect(outcome).toMatchObject({
      ok: true,
      caller: { subject: 'ada', issuer: issuer.url, scopes: ['films:read', 'films:write'] },
    });
    expect(outcome.ok && outcome.caller.claims.get('org')).toEqual({ id: 'o1' });
  });

  const refused: readonly (readonly [string, () => object, string])[] = [
    ['another audience', () => ({ aud: 'account' }), 'The token was issued for another audience.'],
    [
      'the audience as a prefix only',
      () => ({ aud: 'https://tools.example/' }),
      'The token was issued for another audience.',
    ],
    ['no audience', () => ({ aud: undefined }), 'The token names no audience.'],
    [
      'another issuer',
      () => ({ iss: 'https://other.example' }),
      'The token is of an issuer that is not accepted.',
    ],
    ['a time in the past', () => ({ exp: seconds() - 31 }), 'The token has expired.'],
    ['a time in the future', () => ({ nbf: seconds() + 120 }), 'The token is not valid yet.'],
    ['no expiry', () => ({ exp: undefined }), 'The token has no claim "exp".'],
    ['no subject', () => ({ sub: undefined }), 'The token names no subject.'],
    ['an empty subject', () => ({ sub: '' }), 'The token names no subject.'],
  ];

  it.each(refused)('is refused with %s', async (_, claims, reason) => {
    const authenticate = open();
    expect(await authenticate(await issuer.sign(claims()))).toEqual(refusal(reason));
  });

  it('passes within the tolerance of clocks', async () => {
    const authenticate = open();
    const token = await issuer.sign({ exp: seconds() - 20, nbf: seconds() + 20 });
    expect(await authenticate(token)).toMatchObject({ ok: true });
  });

  it('is refused without a signature', async () => {
    const authenticate = open();
    const token = new UnsecuredJWT({ iss: issuer.url, aud: publicUrl, sub: 'ada' })
      .setExpirationTime('1h')
      .encode();
    expect(await authenticate(token)).toMatchObject({ ok: false, status: 401 });
  });

  it('is refused if it is signed with the published key as a secret', async () => {
    const authenticate = open();
    const [jwk = {}] = issuer.keys;
    const key = await importJWK(jwk, 'RS256', { extractable: true });
    const secret = new TextEncoder().encode(await exportSPKI(key as CryptoKey));
    const token = await new SignJWT({ iss: issuer.url, aud: publicUrl, sub: 'ada' })
      .setProtectedHeader({ alg: 'HS256', kid: jwk.kid ?? '' })
      .setExpirationTime('1h')
      .sign(secret);
    expect(await authenticate(token)).toEqual(
      refusal('The token is signed by an algorithm that is not accepted.'),
    );
  });

  it('is refused if a part of it was changed', async () => {
    const authenticate = open();
    const [head, , signature] = (await issuer.sign()).split('.');
    const [, payload] = (await issuer.sign({ sub: 'root' })).split('.');
    expect(await authenticate(`${head}.${payload}.${signature}`)).toEqual(
      refusal('The signature of the token is wrong.'),
    );
  });

  it('is refused by its type if it is no access token', async () => {
    const authenticate = open();
    expect(await authenticate(await issuer.sign({}, { typ: 'logout+jwt' }))).toEqual(
      refusal('The token is not an access token.'),
    );
    expect(await authenticate(await issuer.sign({}, { typ: 'at+jwt' }))).toMatchObject({
      ok: true,
    });
  });

  it('is accepted with and without a slash at the end of the issuer', async () => {
    for (const configured of [issuer.url, `${issuer.url}/`]) {
      const authenticate = open({ issuer: configured });
      for (const iss of [issuer.url, `${issuer.url}/`]) {
        expect(await authenticate(await issuer.sign({ iss }))).toMatchObject({ ok: true });
      }
    }
  });

  it('is accepted with one of several audiences, or none if that is configured', async () => {
    const list = open({ audience: ['api://films', 'films'] });
    expect(await list(await issuer.sign({ aud: ['account', 'films'] }))).toMatchObject({
      ok: true,
    });
    const lenient = open({ allowMissingAudience: true });
    expect(await lenient(await issuer.sign({ aud: undefined }))).toMatchObject({ ok: true });
    expect(await lenient(await issuer.sign({ aud: 'account' }))).toMatchObject({ ok: false });
  });

  it.each([
    [{ scp: 'a b' }, {}, ['a', 'b']],
    [{ scp: ['a', 'b'], scope: 'c' }, {}, ['c', 'a', 'b']],
    [{ realm_access: { roles: ['a'] } }, { scopeClaim: 'realm_access.roles' }, ['a']],
    [{ scp: 'a', roles: ['b'] }, { scopeClaim: ['scp', 'roles'] }, ['a', 'b']],
    [{ scp: 'a b' }, { scopePrefix: 'api://films/' }, ['api://films/a', 'api://films/b']],
    [{ scope: 7 }, {}, []],
  ])('has the scopes of %j', async (claims, options, scopes) => {
    const authenticate = open(options);
    expect(await authenticate(await issuer.sign(claims))).toMatchObject({ caller: { scopes } });
  });

  it('is accepted by an algorithm of the list only', async () => {
    const authenticate = open({ algorithms: ['ES256'] });
    expect(await authenticate(await issuer.sign())).toEqual(
      refusal('The token is signed by an algorithm that is not accepted.'),
    );
    issuer.keys = [await issuer.rotate('ES256')];
    expect(await authenticate(await issuer.sign())).toMatchObject({ ok: true });
  });

  it('is accepted if neither it nor the keys have an id', async () => {
    const authenticate = open();
    const other = await issuer.rotate();
    const used = await issuer.rotate();
    issuer.keys = [other, used].map(withoutId);
    expect(await authenticate(await issuer.sign({}, { kid: undefined }))).toMatchObject({
      ok: true,
    });
  });

  it('is told apart by issuer from the same subject of another one', async () => {
    const other = await startIssuer();
    const authenticate = open({}, { issuer: other.url });
    const [one, two] = [await issuer.sign(), await other.sign()];
    expect(await authenticate(one)).toMatchObject({ caller: { issuer: issuer.url } });
    expect(await authenticate(two)).toMatchObject({ caller: { issuer: other.url } });
    // signed by one, in the name of the other
    const forged = await other.sign({ iss: issuer.url });
    expect(await authenticate(forged)).toMatchObject({ ok: false, status: 401 });
  });
});

describe('the keys of an issuer', () => {
  it('are fetched again for a key that it did not publish before', async () => {
    const authenticate = open();
    expect(await authenticate(await issuer.sign())).toMatchObject({ ok: true });
    const next = await issuer.rotate();
    issuer.keys = [...issuer.keys, next];
    ahead = 30_001;
    const tokens = await Promise.all([1, 2, 3].map(() => issuer.sign()));
    const outcomes = await Promise.all(tokens.map(authenticate));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(issuer.requests.filter((path) => path.endsWith('/keys'))).toHaveLength(2);
  });

  it('are fetched at most every 30 seconds for unknown keys', async () => {
    const authenticate = open();
    await authenticate(await issuer.sign());
    await issuer.rotate();
    for (let count = 0; count < 20; count++) {
      expect(await authenticate(await issuer.sign({}, { kid: `k${count}` }))).toEqual(
        refusal('The token is signed by a key that the issuer does not publish.'),
      );
    }
    expect(issuer.requests.filter((path) => path.endsWith('/keys'))).toHaveLength(1);
  });

  it('stay in use while the issuer is down; unknown ones are refused', async () => {
    const authenticate = open();
    const token = await issuer.sign({ exp: seconds() + 36_000 });
    expect(await authenticate(token)).toMatchObject({ ok: true });
    issuer.isDown = true;
    ahead = 3_600_000;
    expect(await authenticate(token)).toMatchObject({ ok: true });
    await issuer.rotate();
    expect(await authenticate(await issuer.sign({ exp: seconds() + 36_000 }))).toMatchObject({
      ok: false,
      status: 401,
    });
    expect(await authenticate(token)).toMatchObject({ ok: true });
  });

  it('that could never be fetched make the request fail for now, not the token', async () => {
    const authenticate = open();
    issuer.isDown = true;
    const token = await issuer.sign();
    expect(await authenticate(token)).toEqual({
      ok: false,
      status: 503,
      reason: 'The keys of the issuer cannot be fetched.',
    });
    issuer.isDown = false;
    ahead = 2_001;
    expect(await authenticate(token)).toMatchObject({ ok: true });
  });

  it('are read from the configured URL', async () => {
    const authenticate = open({ jwksUrl: `${issuer.url}/keys` });
    expect(await authenticate(await issuer.sign())).toMatchObject({ ok: true });
    expect(issuer.requests).toEqual(['/realms/films/keys']);
  });
});

function withoutId(key: JWK): JWK {
  const { kid, ...others } = key;
  return kid === undefined ? key : others;
}
