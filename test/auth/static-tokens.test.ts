import { expect, it } from 'vitest';
import { authenticateByTokens } from '../../src/auth/static-tokens.ts';
import { anonymous } from '../../src/core/call.ts';

const claims = new Map<string, unknown>([['tenant', 't1']]);
const tokens = [{ token: 'abc', subject: 'ann', claims, scopes: ['read'] }];

it('identifies the caller of a token, with claims and scopes', () => {
  const authenticate = authenticateByTokens({ required: true, tokens });
  expect(authenticate('Bearer abc')).toEqual({
    ok: true,
    caller: { subject: 'ann', claims, scopes: ['read'] },
  });
});

it('treats a caller without token as anonymous, unless authentication is required', () => {
  expect(authenticateByTokens({ required: false, tokens })(null)).toEqual({
    ok: true,
    caller: anonymous,
  });
  expect(authenticateByTokens({ required: true, tokens })(null)).toMatchObject({
    ok: false,
    status: 401,
    challenge: 'Bearer',
  });
});

it('refuses every caller if authentication is required and no token is configured', () => {
  const authenticate = authenticateByTokens({ required: true, tokens: [] });
  expect(authenticate('Bearer abc')).toMatchObject({ ok: false, status: 401 });
});

it('compares tokens exactly', () => {
  const authenticate = authenticateByTokens({ required: false, tokens });
  for (const token of ['ABC', 'ab', 'abcd', 'constructor', '__proto__']) {
    expect(authenticate(`Bearer ${token}`)).toMatchObject({ ok: false, status: 401 });
  }
});
