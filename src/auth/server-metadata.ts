import type { JsonObject } from '../core/json.ts';
import type { JsonClient } from '../http/json-client.ts';

/** Returns an endpoint of an authorization server; undefined if its metadata are not available. */
export type FindEndpoint = (
  member: 'jwks_uri' | 'introspection_endpoint',
) => Promise<string | undefined>;

/**
 * Creates the function that finds the endpoints of an authorization server in its metadata: OpenID
 * Connect Discovery, or RFC 8414. Metadata are fetched once, and again after a failure.
 *
 * Metadata that name another issuer are not used (RFC 8414, section 3.3).
 */
export function createEndpointFinder(issuer: string, client: JsonClient): FindEndpoint {
  let metadata: Promise<JsonObject | undefined> | undefined;
  return async (member) => {
    metadata ??= fetchMetadata(issuer, client);
    const found = await metadata;
    if (!found) metadata = undefined;
    const endpoint = found?.[member];
    return typeof endpoint === 'string' && URL.canParse(endpoint) ? endpoint : undefined;
  };
}

async function fetchMetadata(issuer: string, client: JsonClient): Promise<JsonObject | undefined> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const urls = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
  for (const url of urls) {
    const answer = await client.get(url);
    if (answer.kind !== 'json' || answer.status !== 200) continue;
    const { issuer: named } = answer.value;
    if (typeof named === 'string' && named.replace(/\/$/, '') === issuer) return answer.value;
  }
  return undefined;
}
