import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/config/rules/template.ts';
import type { AccessTokenOptions } from '../../../src/config/model/token-options.ts';
import { anonymous, type Caller } from '../../../src/core/call.ts';
import { createHttpExecutor } from '../../../src/execute/http-executor.ts';
import { closeLater, serve, serveJson } from '../../support/servers.ts';
import { startIssuer, type TokenIssuer } from '../../support/token-issuer.ts';
import { callContext, known, toolFixture } from '../../support/tool-fixture.ts';

let issuer: TokenIssuer;
beforeEach(async () => {
  issuer = await startIssuer();
  ahead = 0;
});

let ahead = 0;
const tool = toolFixture('query q { me }');
const ann = known('ann', { roles: ['reader'], org: { id: 7 } });

/** Answers tokens that are numbered, for an hour. */
const numbered: TokenIssuer['answer'] = () => ({
  body: {
    access_token: `token-${issuer.forms.length}`,
    token_type: 'Bearer',
    expires_in: 3_600,
  },
});

async function open(accessToken: AccessTokenOptions) {
  const { url, seen } = await serveJson(() => ({ data: { me: 'x' } }));
  const executor = createHttpExecutor({
    endpoint: url,
    accessToken,
    callerHeaders: new Map([['x-note', parseTemplate('n')]]),
    now: () => Date.now() + ahead,
  });
  closeLater(() => executor.close());
  const call = (caller: Caller = ann, token = `${caller.subject}-token`) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    return executor.execute({ tool, variables: {} }, callContext({ caller, headers }));
  };
  const sent = () => seen.map(({ headers }) => String(headers['authorization']));
  return { call, sent };
}

function client() {
  return { tokenUrl: `${issuer.url}/token`, clientId: 'gw', clientSecret: 's3cret' };
}

const seenForms = () => issuer.forms.map(({ form }) => Object.fromEntries(form));

describe('client credentials', () => {
  it('request one token for all callers, once', async () => {
    issuer.answer = numbered;
    const scoped = {
      ...client(),
      scope: 'films',
      audience: 'api',
      resource: 'https://api.example',
    };
    const { call, sent } = await open({ clientCredentials: scoped });
    await Promise.all([call(), call(known('bob')), call(anonymous)]);
    expect(sent()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1']);
    expect(seenForms()).toEqual([
      {
        grant_type: 'client_credentials',
        scope: 'films',
        audience: 'api',
        resource: 'https://api.example',
      },
    ]);
    expect(issuer.forms[0]?.authorization).toBe(`Basic ${btoa('gw:s3cret')}`);
  });

  it('renew the token in the background before it expires, and wait for it afterwards', async () => {
    issuer.answer = numbered;
    const { call, sent } = await open({ clientCredentials: client() });
    await call();
    ahead = 3_600_000 * 0.8;
    await Promise.all([call(), call()]);
    await expect.poll(() => issuer.forms.length).toBe(2);
    await call();
    ahead = 3_600_000 * 3;
    await Promise.all([call(), call()]);
    expect(sent()).toEqual([1, 1, 1, 2, 3, 3].map((number) => `Bearer token-${number}`));
  });

  it('keep the token while the authorization server is down, until it expires', async () => {
    issuer.answer = numbered;
    const { call, sent } = await open({ clientCredentials: client() });
    await call();
    issuer.isDown = true;
    ahead = 3_600_000 * 0.8;
    expect(await call()).toMatchObject({ kind: 'response' });
    ahead = 3_600_000;
    expect(await call()).toEqual({
      kind: 'failure',
      classification: 'UNAVAILABLE',
      message: 'The authorization server of the GraphQL API does not answer.',
      detail: 'The token endpoint answered 503',
    });
    expect(sent()).toHaveLength(2);
  });

  it.each([
    [400, { error: 'invalid_client', error_description: 'no client s3cret' }],
    [401, { error: 'x'.repeat(100) }],
    [200, { token_type: 'Bearer' }],
    [200, { access_token: 'x', token_type: 'DPoP' }],
    [200, { access_token: 'x\r\ny' }],
  ])('fail if the answer is %i %j, without words of it', async (status, body) => {
    issuer.answer = () => ({ status, body });
    const { call, sent } = await open({ clientCredentials: client() });
    const outcome = await call();
    expect(outcome).toMatchObject({ kind: 'failure', classification: 'INTERNAL_ERROR' });
    expect(JSON.stringify(outcome)).not.toMatch(/s3cret|xxx|127\.0\.0\.1/);
    expect(sent()).toEqual([]);
  });

  it('request another token after the API refused one', async () => {
    issuer.answer = numbered;
    const seen: (string | undefined)[] = [];
    const endpoint = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.statusCode = seen.length === 1 ? 401 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(seen.length === 1 ? '{"errors":[{"message":"No."}]}' : '{"data":{"me":"x"}}');
    });
    const executor = createHttpExecutor({ endpoint, accessToken: { clientCredentials: client() } });
    closeLater(() => executor.close());
    for (let count = 0; count < 3; count++) {
      await executor.execute({ tool, variables: {} }, callContext());
    }
    expect(seen).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-2']);
  });
});

describe('token exchange', () => {
  it('requests one token for each token of a caller', async () => {
    issuer.answer = ({ form }) => ({
      body: { access_token: `for-${form.get('subject_token')}`, token_type: 'bearer' },
    });
    const { call, sent } = await open({ exchange: { ...client(), audience: 'films' } });
    const bob = known('bob');
    await Promise.all([call(), call(bob), call(), call(bob)]);
    expect(sent().sort()).toEqual([
      'Bearer for-ann-token',
      'Bearer for-ann-token',
      'Bearer for-bob-token',
      'Bearer for-bob-token',
    ]);
    expect(seenForms()[0]).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'ann-token',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'films',
    });
    expect(issuer.forms).toHaveLength(2);
    await call(ann, 'second-token');
    expect(issuer.forms).toHaveLength(3);
  });

  it('works by the flow of Entra ID', async () => {
    issuer.answer = numbered;
    const form = {
      ...client(),
      clientAuthentication: 'form',
      scope: 'api://films/.default',
    } as const;
    const { call, sent } = await open({ onBehalfOf: form });
    await call();
    expect(sent()).toEqual(['Bearer token-1']);
    expect(seenForms()).toEqual([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: 'ann-token',
        requested_token_use: 'on_behalf_of',
        scope: 'api://films/.default',
        client_id: 'gw',
        client_secret: 's3cret',
      },
    ]);
  });

  it('refuses an anonymous caller, whatever its header contains', async () => {
    const { call } = await open({ exchange: client() });
    expect(await call(anonymous, 'x')).toMatchObject({ classification: 'UNAUTHORIZED' });
    expect(issuer.forms).toEqual([]);
  });

  it('fails without sending anything if the exchange is refused', async () => {
    issuer.answer = () => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'ann-token expired' },
    });
    const { call, sent } = await open({ exchange: client() });
    const outcome = await call();
    expect(outcome).toEqual({
      kind: 'failure',
      classification: 'UNAUTHORIZED',
      message: 'The authorization server of the GraphQL API does not issue a token for the caller.',
      advice: 'Do not retry; ask the user to sign in again, or to request access to the API.',
      detail: 'The token endpoint answered 400 invalid_grant',
    });
    expect(sent()).toEqual([]);
  });

  it('ends when the caller cancels', async () => {
    const { url } = await serveJson(() => ({ data: { me: 'x' } }));
    const silent = await serve(() => {});
    const exchange = { ...client(), tokenUrl: silent };
    const executor = createHttpExecutor({ endpoint: url, accessToken: { exchange } });
    closeLater(() => executor.close());
    const aborter = new AbortController();
    const headers = new Headers({ authorization: 'Bearer t' });
    const context = callContext({ caller: ann, headers, signal: aborter.signal });
    const outcome = executor.execute({ tool, variables: {} }, context);
    aborter.abort();
    expect(await outcome).toMatchObject({ message: 'The client cancelled the call.' });
  });
});

describe('a signed token', () => {
  const secret = 'a secret of at least thirty-two bytes';
  const signed = {
    key: secret,
    algorithm: 'HS256',
    keyId: 'k1',
    issuer: 'https://tools.example',
    audience: 'films',
    claims: {
      role: 'app_user',
      roles: '${claim:roles}',
      org: 'o-${claim:org.id}',
      'https://hasura.io/jwt/claims': { 'x-hasura-user-id': '${claim:sub}' },
    },
  };

  it('contains claims of the caller, and expires soon', async () => {
    const { call, sent } = await open({ signed });
    await call();
    const token = sent()[0]?.replace('Bearer ', '') ?? '';
    await jwtVerify(token, Buffer.from(secret), { audience: 'films', algorithms: ['HS256'] });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'k1' });
    const { iat = 0, exp, ...claims } = decodeJwt(token);
    expect(exp).toBe(iat + 60);
    expect(claims).toEqual({
      iss: 'https://tools.example',
      aud: 'films',
      sub: 'ann',
      role: 'app_user',
      roles: ['reader'],
      org: 'o-7',
      'https://hasura.io/jwt/claims': { 'x-hasura-user-id': 'ann' },
    });
  });

  it.each([
    ['RS256', generateKeyPairSync('rsa', { modulusLength: 2_048 })],
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'prime256v1' })],
    ['EdDSA', generateKeyPairSync('ed25519')],
  ])('is signed by %s', async (algorithm, { privateKey, publicKey }) => {
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { call, sent } = await open({ signed: { key, algorithm } });
    await call();
    const token = sent()[0]?.replace('Bearer ', '') ?? '';
    expect((await jwtVerify(token, publicKey)).payload.sub).toBe('ann');
  });

  it('is made again when the last one has nearly expired', async () => {
    const { call, sent } = await open({ signed });
    await call();
    await call();
    ahead = 59_000;
    await call();
    const [first, second, third] = sent();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is not made without a caller, or without a value of the caller', async () => {
    const { call, sent } = await open({ signed });
    expect(await call(anonymous)).toMatchObject({ classification: 'UNAUTHORIZED' });
    expect(await call(known('bob'))).toMatchObject({
      classification: 'FORBIDDEN',
      message: 'The caller\'s token has no claim "roles", which the tool requires.',
    });
    expect(await call(known('bob', { roles: [], org: { id: {} } }))).toMatchObject({
      message: 'The claim "org.id" is not a text.',
    });
    expect(sent()).toEqual([]);
  });
});
