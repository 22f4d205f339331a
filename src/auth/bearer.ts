/** What an `Authorization` header holds. */
export type Credentials =
  | { readonly kind: 'token'; readonly token: string }
  /** No header, or a scheme that is not ours: the caller is nobody. */
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' };

/**
 * Reads a bearer token as RFC 6750 writes it: the scheme in any case, one token, nothing else.
 *
 * Two headers arrive joined by a comma, which no token contains, and are malformed. A token in the
 * URL is never looked at.
 */
export function readBearer(authorization: string | null): Credentials {
  if (authorization === null) return { kind: 'none' };
  const [scheme = '', ...rest] = authorization.trim().split(/ +/);
  if (scheme.toLowerCase() !== 'bearer') return { kind: 'none' };
  const [token = ''] = rest;
  if (rest.length !== 1 || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) return { kind: 'malformed' };
  return { kind: 'token', token };
}
