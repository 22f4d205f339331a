import { describe, expect, it } from 'vitest';
import { buildSchema } from 'graphql';
import { decodeJwt, jwtVerify } from 'jose';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { CreateGatewayOptions } from '../../src/gateway/gateway.ts';
import { callerSdl, serveByCaller, type Identify } from '../support/caller-api.ts';
import { keepingLog } from '../support/keeping-log.ts';
import { leaksOf } from '../support/leaks.ts';
import { closeLater } from '../support/servers.ts';
import { publicUrl, startIssuer, type TokenIssuer } from '../support/token-issuer.ts';

const operation = 'query me($note: String) { me(note: $note) { id secret note } }';

/** Opens a gateway before an API, and returns the function that calls it with a token. */
async function open(
  issuers: readonly TokenIssuer[],
  identify: Identify,
  options: Omit<CreateGatewayOptions, 'schema'>,
) {
  const gateway = await createGateway({
    ...options,
    schema: buildSchema(callerSdl),
    endpoint: await serveByCaller(identify),
    inlineOperations: [operation],
    server: { publicUrl },
    auth: { issuers: issuers.map(({ url }) => ({ issuer: url })) },
  });
  closeLater(() => gateway.close());
  return async (token: string, index = 0) => {
    // a few notes, so that many calls at the same time are equal except for their caller
    const params = { name: 'me', arguments: { note: `note ${index % 6}` } };
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return (await gateway.fetch(request)).text();
  };
}

describe.each([false, true])(
  'two people behind one gateway, shareInFlight: %s',
  (shareInFlight) => {
    const http = { shareInFlight, maxConcurrent: 16 };

    it('see only what is theirs, by a header from a claim', async () => {
      const issuer = await startIssuer();
      const identify: Identify = (headers) => headers.get('x-hasura-user-id') ?? undefined;
      const headers = { 'x-hasura-user-id': '${claim:sub}' };
      const call = await open([issuer], identify, { headers, http });
      const tokens = ['ada', 'bob'].map(async (sub) => [sub, await issuer.sign({ sub })] as const);
      expect(await leaksOf(call, await Promise.all(tokens))).toEqual([]);
    });

    it('with the same subject at two issuers see only what is theirs', async () => {
      const issuers = [await startIssuer(), await startIssuer()];
      const identify: Identify = (headers) => headers.get('x-user') ?? undefined;
      const call = await open(issuers, identify, {
        headers: { 'x-user': '${claim:tenant}' },
        http,
      });
      const tokens = issuers.map(async (issuer, index) => {
        const tenant = `tenant${index}`;
        return [tenant, await issuer.sign({ tenant })] as const;
      });
      expect(await leaksOf(call, await Promise.all(tokens))).toEqual([]);
    });

    it('see only what is theirs, by an exchanged token', async () => {
      const issuer = await startIssuer();
      issuer.answer = ({ form }) => {
        const { sub } = decodeJwt(form.get('subject_token') ?? '');
        return { body: { access_token: `for-${sub}`, token_type: 'Bearer', expires_in: 600 } };
      };
      const identify: Identify = (headers) =>
        headers.get('authorization')?.replace('Bearer for-', '');
      const client = { clientId: 'gw', clientSecret: 's3cret' };
      const exchange = { ...client, tokenUrl: `${issuer.url}/token` };
      const call = await open([issuer], identify, { accessToken: { exchange }, http });
      const tokens = ['ada', 'bob'].map(async (sub) => [sub, await issuer.sign({ sub })] as const);
      expect(await leaksOf(call, await Promise.all(tokens))).toEqual([]);
      expect(issuer.forms).toHaveLength(2);
    });

    it('see only what is theirs, by a signed token', async () => {
      const issuer = await startIssuer();
      const key = 'a secret of at least thirty-two bytes';
      const identify: Identify = async (headers) => {
        const token = headers.get('authorization')?.replace('Bearer ', '') ?? '';
        const { payload } = await jwtVerify(token, Buffer.from(key), { audience: 'films' });
        return payload.sub;
      };
      const signed = { key, algorithm: 'HS256', audience: 'films' };
      const call = await open([issuer], identify, { accessToken: { signed }, http });
      const tokens = ['ada', 'bob'].map(async (sub) => [sub, await issuer.sign({ sub })] as const);
      expect(await leaksOf(call, await Promise.all(tokens))).toEqual([]);
    });
  },
);

describe('requestHeaders of an embedder', () => {
  it('complete each request, and see it whole', async () => {
    const issuer = await startIssuer();
    const seen: unknown[] = [];
    const identify: Identify = (headers) => headers.get('x-signed') ?? undefined;
    const call = await open([issuer], identify, {
      http: { shareInFlight: true },
      requestHeaders: async ({ method, url, body, headers, tool }, { caller }) => {
        seen.push([method, new URL(url).pathname, headers.get('content-type'), tool.name]);
        return { 'X-Signed': `${caller.subject}${String(body).includes('me(note') ? '' : '?'}` };
      },
    });
    const tokens = ['ada', 'bob'].map(async (sub) => [sub, await issuer.sign({ sub })] as const);
    expect(await leaksOf(call, await Promise.all(tokens))).toEqual([]);
    expect(seen).toHaveLength(1_000);
    expect(seen[0]).toEqual(['POST', '/graphql', 'application/json', 'me']);
  });

  it('fail the call if they fail', async () => {
    const issuer = await startIssuer();
    const { log, errors } = keepingLog();
    const call = await open([issuer], () => 'nobody', {
      log,
      requestHeaders: () => {
        throw new Error('planted-secret');
      },
    });
    const answer = await call(await issuer.sign());
    expect(answer).toContain('The request to the GraphQL API could not be completed. Reference: ');
    expect(answer).not.toContain('planted-secret');
    expect(errors).toHaveLength(1);
  });
});
