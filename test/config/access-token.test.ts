import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { prepareOptions } from '../../src/config/load.ts';
import { sourceOfOptions } from '../../src/config/source.ts';
import { refusalOf } from './prepare.ts';

const request = { tokenUrl: 'https://login.example/token', clientId: 'gw', clientSecret: 's' };
const auth = { tokens: [{ token: 't', subject: 'ann' }] };
const secret = 'a secret of at least thirty-two bytes';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

function refuse(options: object): Promise<readonly string[]> {
  const source = sourceOfOptions({ endpoint: 'https://api.example', ...options });
  return refusalOf(() => prepareOptions(source, {}));
}

it.each([
  [{ accessToken: { clientCredentials: request } }],
  [{ auth, accessToken: { exchange: request } }],
  [{ auth, accessToken: { onBehalfOf: request } }],
  [{ auth, accessToken: { signed: { key: secret, algorithm: 'HS256' } } }],
  [{ auth, accessToken: { signed: { key: rsa, algorithm: 'PS256' } } }],
])('accepts one way to get a token: %#', async (options) => {
  expect(await refuse(options)).toEqual([]);
});

it.each([
  [{ accessToken: {} }, 'must have exactly one member'],
  [
    { auth, accessToken: { clientCredentials: request, exchange: request } },
    'must have exactly one member',
  ],
  [{ accessToken: { exchange: request } }, 'nobody is a caller without "auth"'],
  [
    { accessToken: { clientCredentials: request }, headers: { Authorization: 'x' } },
    'which another option sets too',
  ],
  [
    { accessToken: { clientCredentials: request }, forwardHeaders: { 'x-a': 'authorization' } },
    'which another option sets too',
  ],
  [
    { auth, accessToken: { signed: { key: 'short', algorithm: 'HS256' } } },
    '"accessToken.signed.key" is too short for HS256: it must have at least 32 bytes.',
  ],
  [
    { auth, accessToken: { signed: { key: rsa, algorithm: 'ES256' } } },
    '"accessToken.signed.key" is no private key in PEM for ES256.',
  ],
  [
    { auth, accessToken: { signed: { key: secret, algorithm: 'RS256' } } },
    '"accessToken.signed.key" is no private key in PEM for RS256.',
  ],
  [{ auth, accessToken: { signed: { key: secret, algorithm: 'none' } } }, 'must be one of HS256'],
])('refuses what cannot give one: %#', async (options, message) => {
  const [first = ''] = await refuse(options);
  expect(first).toContain(message);
  expect(first).not.toContain(secret);
});
