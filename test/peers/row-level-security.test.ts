import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessTokenOptions } from '../../src/config/model/token-options.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { leaksOf } from '../support/leaks.ts';
import { closeLater } from '../support/servers.ts';
import { publicUrl, startIssuer, type TokenIssuer } from '../support/token-issuer.ts';

const secret = 'the secret that PostGraphile verifies tokens with';
const schema = buildSchema(`
  type Query { allNotes(first: Int): NotesConnection }
  type NotesConnection { nodes: [Note]! }
  type Note { owner: String! body: String! }
`);

let api: Awaited<ReturnType<typeof startPostgraphile>>;
beforeAll(async () => {
  api = await startPostgraphile();
});
afterAll(() => api.stop());

async function startPostgraphile() {
  const child = spawn(process.execPath, ['serve.mjs'], {
    cwd: join(import.meta.dirname, 'postgraphile'),
    env: { ...process.env, JWT_SECRET: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`PostGraphile ended with ${code}`)));
  });
  return { url, stop: () => child.stdin.end() };
}

/** The two ways in which PostgreSQL learns who calls. */
const ways: readonly (readonly [string, (issuer: TokenIssuer) => AccessTokenOptions])[] = [
  [
    'a signed token',
    () => ({
      signed: {
        key: secret,
        algorithm: 'HS256',
        audience: 'postgraphile',
        claims: { role: 'app_user', user_id: '${claim:sub}' },
      },
    }),
  ],
  [
    'an exchanged token',
    ({ url }) => ({
      exchange: { tokenUrl: `${url}/token`, clientId: 'gw', clientSecret: 's3cret' },
    }),
  ],
];

/** Exchanges tokens for those that PostGraphile verifies. */
async function exchange(subjectToken: string) {
  const payload = subjectToken.split('.')[1] ?? '';
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  const token = await new SignJWT({ role: 'app_user', user_id: sub })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('postgraphile')
    .setExpirationTime('10m')
    .sign(Buffer.from(secret));
  return { body: { access_token: token, token_type: 'Bearer', expires_in: 600 } };
}

describe.each(ways)('row-level security of PostgreSQL, by %s', (_, accessTokenOf) => {
  it.each([false, true])(
    'shows people only their own rows; shared in flight: %s',
    async (shareInFlight) => {
      const issuer = await startIssuer();
      issuer.answer = ({ form }) => exchange(form.get('subject_token') ?? '');
      const gateway = await createGateway({
        schema,
        endpoint: api.url,
        inlineOperations: [
          'query notes($first: Int) { allNotes(first: $first) { nodes { owner body } } }',
        ],
        accessToken: accessTokenOf(issuer),
        http: { shareInFlight },
        server: { publicUrl },
        auth: { issuers: [{ issuer: issuer.url }] },
      });
      closeLater(() => gateway.close());
      const call = async (token: string | undefined, index: number) => {
        const params = { name: 'notes', arguments: { first: 100 + (index % 6) } };
        const request = new Request('http://127.0.0.1/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        });
        return (await gateway.fetch(request)).text();
      };
      const tokens = ['ada', 'bob'].map(async (sub) => [sub, await issuer.sign({ sub })] as const);
      expect(await leaksOf(call, await Promise.all(tokens))).toEqual([]);
      expect(await call(undefined, 0)).toContain('UNAUTHORIZED');
    },
  );
});
