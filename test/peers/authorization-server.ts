import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { closeLater, listen } from '../support/servers.ts';

export const redirectUrl = 'http://127.0.0.1:9/callback';

/** The client of a person, which has no secret, and the gateway, which introspects tokens. */
export const clientId = 'mcp-client';
export const gatewayClient = { clientId: 'mcp-gateway', clientSecret: 'the-secret-of-the-gateway' };

/**
 * Starts a real authorization server, at which every person signs in by name and consents to everything.
 *
 * @param person who signs in.
 * @param format `jwt`, or `opaque` for tokens that only the server can read.
 * @returns its issuer.
 */
export async function startAuthorizationServer(
  resource: string,
  person: () => string,
  format: 'jwt' | 'opaque',
): Promise<string> {
  const server = createServer((request, response) => void respond(request, response));
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const provider = new Provider(issuer, configurationOf(resource, format));
  const answer = provider.callback();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) {
      answer(request, response);
      return;
    }
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: person() } });
      return;
    }
    const accountId = session?.accountId ?? '';
    const grant = new provider.Grant({ accountId, clientId: params['client_id'] ?? '' });
    grant.addOIDCScope('openid offline_access');
    grant.addResourceScope(resource, params['scope'] ?? '');
    const consent = { grantId: await grant.save() };
    const options = { mergeWithLastSubmission: true };
    await provider.interactionFinished(request, response, { consent }, options);
  }
  return issuer;
}

function configurationOf(resource: string, accessTokenFormat: 'jwt' | 'opaque'): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' };
  return {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
      {
        client_id: gatewayClient.clientId,
        client_secret: gatewayClient.clientSecret,
        redirect_uris: [],
        grant_types: [],
        response_types: [],
      },
    ],
    cookies: { keys: ['a key of cookies'] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'films films:write',
          audience: resource,
          accessTokenFormat,
          accessTokenTTL: 600,
        }),
      },
    },
  };
}

/** Signs a person in: follows an authorization URL, with cookies, to the address that clients wait at. */
export async function signIn(authorizationUrl: URL): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let url = authorizationUrl;
  while (!url.href.startsWith(redirectUrl)) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`no redirect at ${url.pathname}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url.searchParams;
}
