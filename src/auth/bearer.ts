/** The contents of an `Authorization` header. */
export type Credentials =
  | { readonly kind: 'token'; readonly token: string }
  /** No header, or another scheme: the caller is anonymous. */
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' };

/**
 * Reads a bearer token as defined by RFC 6750: the scheme in any case, one token, nothing else.
 *
 * Two headers arrive joined by a comma, which no token contains, and are malformed. A token in the
 * URL is ignored.
 */
export function readBearer(authorization: string | null): Credentials {
  if (authorization === null) return { kind: 'none' };
  const [scheme = '', ...rest] = authorization.trim().split(/ +/);
  if (scheme.toLowerCase() !== 'bearer') return { kind: 'none' };
  const [token = ''] = rest;
  if (rest.length !== 1 || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) return { kind: 'malformed' };
  return { kind: 'token', token };
}

/** The parameters of a `WWW-Authenticate: Bearer` header. */
export interface Challenge {
  readonly error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  readonly error_description?: string;
  /** All scopes that the request needs, separated by spaces. */
  readonly scope?: string;
  /** URL of the metadata that name the authorization servers (RFC 9728). */
  readonly resource_metadata?: string;
}

/** Writes a `WWW-Authenticate` header as defined by RFC 6750, section 3. */
export function writeChallenge(challenge: Challenge = {}): string {
  const parts = Object.entries(challenge).map(
    ([name, value]) => `${name}="${toAllowed(String(value))}"`,
  );
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
}

/** Replaces characters that RFC 6750 does not allow; scope names come from the configuration. */
function toAllowed(value: string): string {
  return value.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
