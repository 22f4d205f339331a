import type { TokenRequestOptions } from '../../config/model/token-options.ts';
import { authenticateClient } from '../../http/client-authentication.ts';
import type { JsonClient } from '../../http/json-client.ts';
import { ownMember, type JsonObject } from '../../core/json.ts';
import { failure, operatorAdvice, type Failure } from '../model/failures.ts';

/** An access token, and the time until it expires. */
export interface IssuedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** Why there is no token. */
export class TokenRefused extends Error {
  readonly failure: Failure;

  constructor(reason: Failure) {
    super(reason.message);
    this.failure = reason;
  }
}

/** For whom a token is requested: the gateway itself, or the caller by its token. */
export type Grant =
  { readonly kind: 'own' } | { readonly kind: 'exchange' | 'on-behalf-of'; readonly token: string };

/** Lifetime of a token without `expires_in`, in milliseconds. */
const defaultLifetimeMs = 300_000;

/** Errors that another token of the caller may not have (RFC 6749, 5.2; RFC 8693, 2.2.2; Entra ID). */
const callerErrors = new Set([
  'invalid_grant',
  'invalid_request',
  'invalid_target',
  'access_denied',
  'interaction_required',
  'consent_required',
  'login_required',
]);

/**
 * Creates the function that requests a token at the token endpoint of an authorization server.
 *
 * It rejects with `TokenRefused`, whose message contains nothing that the server said: a description may
 * quote a token.
 */
export function createTokenRequest(client: JsonClient) {
  return async function requestToken(
    grant: Grant,
    options: TokenRequestOptions,
  ): Promise<IssuedToken> {
    const form = formOf(grant, options);
    const headers = authenticateClient(options, form);
    const answer = await client.postForm(options.tokenUrl, form, headers);
    if (answer.kind === 'failed') throw unavailable(`The token endpoint ${answer.reason}.`);
    const { status, value } = answer;
    if (status === 200) return readToken(value);
    const detail = `The token endpoint answered ${status} ${errorOf(value)}`.trim();
    if (status >= 500 || status === 429) throw unavailable(detail);
    throw grant.kind !== 'own' && callerErrors.has(errorOf(value))
      ? refused(detail)
      : misconfigured(detail);
  };
}

function formOf(grant: Grant, { scope, audience, resource }: TokenRequestOptions): URLSearchParams {
  const form = new URLSearchParams(grantParameters(grant));
  for (const [name, value] of Object.entries({ scope, audience, resource })) {
    if (value !== undefined) form.set(name, value);
  }
  return form;
}

function grantParameters(grant: Grant): Readonly<Record<string, string>> {
  switch (grant.kind) {
    case 'own':
      return { grant_type: 'client_credentials' };
    case 'exchange':
      return {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: grant.token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      };
    case 'on-behalf-of':
      return {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: grant.token,
        requested_token_use: 'on_behalf_of',
      };
  }
}

function readToken({ access_token: token, token_type: type, expires_in }: JsonObject): IssuedToken {
  const isBearer = type === undefined || (typeof type === 'string' && /^bearer$/i.test(type));
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || !isBearer) {
    throw misconfigured('The token endpoint answered without a bearer token.');
  }
  const seconds = Number(expires_in);
  return { token, lifetimeMs: seconds > 0 ? seconds * 1_000 : defaultLifetimeMs };
}

/** The code of an error; anything else is not repeated. */
function errorOf(value: JsonObject): string {
  const error = ownMember(value, 'error');
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : '';
}

function unavailable(detail: string): TokenRefused {
  const message = 'The authorization server of the GraphQL API does not answer.';
  return new TokenRefused(failure('UNAVAILABLE', message, { detail }));
}

function refused(detail: string): TokenRefused {
  const message =
    'The authorization server of the GraphQL API does not issue a token for the caller.';
  const advice = 'Do not retry; ask the user to sign in again, or to request access to the API.';
  return new TokenRefused(failure('UNAUTHORIZED', message, { advice, detail }));
}

function misconfigured(detail: string): TokenRefused {
  const message =
    'The authorization server of the GraphQL API does not issue a token for the gateway.';
  return new TokenRefused(failure('INTERNAL_ERROR', message, { advice: operatorAdvice, detail }));
}
