import { describe, expect, it } from 'vitest';
import { buildSchema } from 'graphql';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { CreateGatewayOptions } from '../../src/gateway/gateway.ts';
import { callerSdl, serveByCaller, type Identify } from '../support/caller-api.ts';
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
  return async (token: string, note?: string) => {
    const params = { name: 'me', arguments: { note } };
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return (await gateway.fetch(request)).text();
  };
}

/** Calls as two people in turn, 1,000 times. @returns the answers that show anything but what is theirs. */
async function leaksOf(
  call: (token: string, note?: string) => Promise<string>,
  tokens: readonly (readonly [name: string, token: string])[],
): Promise<readonly string[]> {
  const calls = Array.from({ length: 1_000 }, async (_, index) => {
    const [name = '', token = ''] = tokens[index % tokens.length] ?? [];
    // a few notes, so that many calls at the same time are equal except for their caller
    const answer = await call(token, `note ${index % 6}`);
    const owners = new Set([...answer.matchAll(/secret of (\w+)/g)].map(([, owner]) => owner));
    return owners.size === 1 && owners.has(name) ? [] : [answer];
  });
  return (await Promise.all(calls)).flat();
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
  },
);
