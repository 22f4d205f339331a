import { createServer } from 'node:http';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { IssuerOptions } from '../../src/config/model/token-options.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { callerSdl, serveByCaller } from '../support/caller-api.ts';
import { closeLater, listen } from '../support/servers.ts';
import {
  clientId,
  gatewayClient,
  redirectUrl,
  signIn,
  startAuthorizationServer,
} from './authorization-server.ts';

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a client asked the person for: the scopes of each sign-in. */
interface Person extends OAuthClientProvider {
  readonly asked: string[];
  authorizationUrl: URL | undefined;
}

/** A person with a client that is registered at the authorization server. */
function createPerson(): Person {
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  let verifier = '';
  return {
    asked: [],
    authorizationUrl: undefined,
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens(saved) {
      tokens = saved;
    },
    saveCodeVerifier(saved) {
      verifier = saved;
    },
    codeVerifier: () => verifier,
    redirectToAuthorization(url) {
      this.authorizationUrl = url;
      this.asked.push(url.searchParams.get('scope') ?? '');
    },
  };
}

/** Serves a gateway before an API that tells callers apart; `name` is who signs in. */
async function open(format: 'jwt' | 'opaque', name: () => string) {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}/mcp`;
  const issuer = await startAuthorizationServer(publicUrl, name, format);
  const trusted: IssuerOptions =
    format === 'jwt' ? { issuer } : { issuer, introspection: gatewayClient };
  const gateway = await createGateway({
    schema: buildSchema(callerSdl),
    endpoint: await serveByCaller((headers) => headers.get('x-user') ?? undefined),
    headers: { 'x-user': '${claim:sub}' },
    inlineOperations: [
      'query me { me { id secret } }',
      'query writeMe @mcpTool(scopes: ["films:write"]) { me { id } }',
    ],
    server: { port, publicUrl },
    auth: { required: true, openDiscovery: true, scopes: ['films'], issuers: [trusted] },
  });
  closeLater(() => gateway.close());
  await gateway.listen();
  return { publicUrl, issuer };
}

/** Does something as a person, who signs in whenever the client asks for it. */
async function asPerson<T>(
  url: string,
  person: Person,
  act: (client: Client) => Promise<T>,
): Promise<T> {
  for (;;) {
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: person });
    const client = new Client({ name: 'peer', version: '1' });
    try {
      await client.connect(transport);
      return await act(client);
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || !person.authorizationUrl) throw error;
      const callback = await signIn(person.authorizationUrl);
      person.authorizationUrl = undefined;
      await transport.finishAuth(callback);
    } finally {
      await client.close();
    }
  }
}

const call = (name: string) => (client: Client) => client.callTool({ name, arguments: {} });

describe.each(['jwt', 'opaque'] as const)(
  'the official client, with tokens of kind %s',
  (format) => {
    it('lists without a token, signs in to call, and again for more scopes', async () => {
      const { publicUrl } = await open(format, () => 'ada');
      const person = createPerson();
      const { tools } = await asPerson(publicUrl, person, (client) => client.listTools());
      expect(tools.map(({ name }) => name)).toEqual(['me', 'writeMe']);
      expect(person.asked).toEqual([]);
      const me = await asPerson(publicUrl, person, call('me'));
      expect(me.structuredContent).toEqual({
        data: { me: { id: 'ada', secret: 'secret of ada' } },
      });
      expect(person.asked).toEqual(['films']);
      const written = await asPerson(publicUrl, person, call('writeMe'));
      expect(written.structuredContent).toEqual({ data: { me: { id: 'ada' } } });
      expect(person.asked).toEqual(['films', 'films films:write']);
    });

    it('acts as the person who signed in', async () => {
      let name = 'ada';
      const { publicUrl } = await open(format, () => name);
      const [ada, bob] = [createPerson(), createPerson()];
      await asPerson(publicUrl, ada, call('me'));
      name = 'bob';
      await asPerson(publicUrl, bob, call('me'));
      for (const [person, owner] of [
        [ada, 'ada'],
        [bob, 'bob'],
      ] as const) {
        const { structuredContent } = await asPerson(publicUrl, person, call('me'));
        expect(structuredContent).toEqual({
          data: { me: { id: owner, secret: `secret of ${owner}` } },
        });
      }
    });
  },
);
