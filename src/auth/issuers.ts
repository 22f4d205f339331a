import type { JSONWebKeySet } from 'jose';
import type { ResolvedIssuer } from '../config/resolve.ts';
import { memoize } from '../core/memo.ts';
import type { JsonClient } from '../http/json-client.ts';
import { createIntrospection } from './introspect-token.ts';
import { createKeySet, type FindKey } from './key-set.ts';
import { invalid, type TokenVerdict } from './outcome.ts';
import { createEndpointFinder, type FindEndpoint } from './server-metadata.ts';
import { verifyJwt } from './verify-jwt.ts';

type Jose = typeof import('jose');

/** Checks the access tokens of one authorization server. */
type CheckToken = (token: string, jose: Jose) => Promise<TokenVerdict>;

/**
 * Creates the function that checks tokens of several authorization servers.
 *
 * A JWT is checked by the issuer that it names, by its keys, or by introspection if that is
 * configured. Any other token is introspected by the issuer that is configured so.
 */
export function createIssuers(
  issuers: readonly ResolvedIssuer[],
  client: JsonClient,
  now: () => number,
): (token: string) => Promise<TokenVerdict> {
  const checks = new Map(
    issuers.map((issuer) => [issuer.issuer, createCheck(issuer, client, now)] as const),
  );
  const ofOpaqueTokens = issuers.find(({ introspection }) => introspection)?.issuer;
  return async (token) => {
    // loaded on demand: only gateways with issuers need it
    const jose = await import('jose');
    const named = issuerOf(token, jose);
    const check = checks.get(named ?? ofOpaqueTokens ?? '');
    if (check) return check(token, jose);
    if (named !== undefined) return invalid('The token is of an issuer that is not accepted.');
    return invalid('The token is not known or has expired.');
  };
}

/** Returns what a JWT claims as its issuer, without a slash at the end; undefined for other tokens. */
function issuerOf(token: string, jose: Jose): string | undefined {
  try {
    const { iss } = jose.decodeJwt(token);
    return typeof iss === 'string' ? iss.replace(/\/$/, '') : undefined;
  } catch {
    return undefined;
  }
}

function createCheck(issuer: ResolvedIssuer, client: JsonClient, now: () => number): CheckToken {
  const findEndpoint = createEndpointFinder(issuer.issuer, client);
  const { introspection } = issuer;
  if (introspection) {
    return createIntrospection(issuer, introspection, client, findEndpoint, now);
  }
  const findKeyWith = memoize((jose: Jose): FindKey =>
    createKeySet({ jose, now, fetchKeys: () => fetchKeys(issuer, client, findEndpoint) }),
  );
  return (token, jose) =>
    verifyJwt(token, issuer, { jose, findKey: findKeyWith(jose), now: now() });
}

async function fetchKeys(
  { jwksUrl }: ResolvedIssuer,
  client: JsonClient,
  findEndpoint: FindEndpoint,
): Promise<JSONWebKeySet | undefined> {
  const url = jwksUrl ?? (await findEndpoint('jwks_uri'));
  if (url === undefined) return undefined;
  const answer = await client.get(url);
  if (answer.kind !== 'json' || answer.status !== 200) return undefined;
  // jose checks that it is a key set
  return answer.value as unknown as JSONWebKeySet;
}
