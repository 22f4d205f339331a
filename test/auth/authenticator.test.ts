import { expect, it } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticator.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { anonymous } from '../../src/core/call.ts';

const tokens = [{ token: 'abc', subject: 'ann', claims: { tenant: 't1' }, scopes: ['read'] }];
const server = { publicUrl: undefined, path: '/mcp' };

function authenticate(authorization: string | undefined, auth: object) {
  const { auth: resolved } = resolveConfig({ auth });
  const headers = authorization === undefined ? {} : { authorization };
  const request = new Request('http://localhost/mcp', { headers });
  return createAuthenticator(resolved, server).authenticate(request);
}

it('identifies the caller of a token, with claims and scopes', () => {
  const claims = new Map([['tenant', 't1']]);
  expect(authenticate('Bearer abc', { required: true, tokens })).toEqual({
    ok: true,
    caller: { subject: 'ann', claims, scopes: ['read'] },
  });
});

it('treats a caller without token as anonymous, unless authentication is required', () => {
  expect(authenticate(undefined, { tokens })).toEqual({ ok: true, caller: anonymous });
  expect(authenticate(undefined, { required: true, tokens })).toEqual({
    ok: false,
    status: 401,
    reason: 'A bearer token is required.',
    challenge: {},
  });
});

it('refuses every caller if authentication is required and no token is configured', () => {
  expect(authenticate('Bearer abc', { required: true })).toMatchObject({ ok: false, status: 401 });
});

it('compares tokens exactly', () => {
  for (const token of ['ABC', 'ab', 'abcd', 'constructor', '__proto__']) {
    expect(authenticate(`Bearer ${token}`, { tokens })).toMatchObject({ ok: false, status: 401 });
  }
});

it('refuses a token without the scopes that every request needs', () => {
  expect(authenticate('Bearer abc', { tokens, scopes: ['read'] })).toMatchObject({ ok: true });
  expect(authenticate('Bearer abc', { tokens, scopes: ['read', 'mcp'] })).toMatchObject({
    ok: false,
    status: 403,
    challenge: { error: 'insufficient_scope' },
  });
});
