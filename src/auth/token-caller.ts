import type { ResolvedIssuer } from '../config/resolve.ts';
import { claimAt } from '../core/call.ts';
import { invalid, type TokenVerdict } from './outcome.ts';

/** Tolerated difference between the clocks of the issuer and the gateway, in seconds. */
export const clockToleranceSeconds = 30;

/**
 * Returns the caller that the claims of an access token describe. Who signed or confirmed them, and
 * `exp` and `nbf`, have been checked.
 *
 * | claim         | required value                                                             |
 * | ------------- | -------------------------------------------------------------------------- |
 * | `aud`         | a text or list with an accepted value; may be missing only if configured   |
 * | `sub`         | a text that is not empty; a `client_id` could equal the `sub` of another   |
 * | scope claims  | texts separated by spaces, or lists of texts; anything else has no scopes  |
 */
export function callerOf(
  members: Readonly<Record<string, unknown>>,
  issuer: ResolvedIssuer,
): TokenVerdict {
  const claims = new Map(Object.entries(members));
  const audience = listOf(claims.get('aud'));
  if (audience.length === 0 && !issuer.allowMissingAudience) {
    return invalid('The token names no audience.');
  }
  if (audience.length > 0 && !audience.some((name) => issuer.audience.includes(name))) {
    return invalid('The token was issued for another audience.');
  }
  const subject = claims.get('sub');
  if (typeof subject !== 'string' || subject === '') {
    return invalid('The token names no subject.');
  }
  const scopes = issuer.scopeClaims
    .flatMap((claim) => scopesIn(claimAt({ claims, subject }, claim)))
    .map((scope) => `${issuer.scopePrefix}${scope}`);
  return { kind: 'caller', caller: { subject, issuer: issuer.issuer, claims, scopes } };
}

function scopesIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : listOf(value);
}

function listOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
