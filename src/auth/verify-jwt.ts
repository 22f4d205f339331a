import type { JWTPayload } from 'jose';
import type { ResolvedIssuer } from '../config/resolve.ts';
import { KeysUnavailable, type FindKey } from './key-set.ts';
import { invalid, type TokenVerdict } from './outcome.ts';
import { callerOf, clockToleranceSeconds } from './token-caller.ts';

type Jose = typeof import('jose');

/** Values of the header `typ` of access tokens; other JWTs have other purposes (RFC 8725, 3.11). */
const types = /^((application\/)?at\+jwt|jwt)$/i;

/** The rules that a token breaks, by the code of the error. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['ERR_JWT_EXPIRED', 'The token has expired.'],
  ['ERR_JWKS_NO_MATCHING_KEY', 'The token is signed by a key that the issuer does not publish.'],
  ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'The signature of the token is wrong.'],
  ['ERR_JOSE_ALG_NOT_ALLOWED', 'The token is signed by an algorithm that is not accepted.'],
  ['ERR_JOSE_NOT_SUPPORTED', 'The token is signed by an algorithm that is not accepted.'],
]);

/**
 * Verifies a JWT: signature, `iss`, `exp`, `nbf`, `aud` and `sub`, in this order (RFC 9068).
 *
 * Only algorithms with public keys are accepted, so no token can be signed with a published key.
 */
export async function verifyJwt(
  token: string,
  issuer: ResolvedIssuer,
  { jose, findKey, now }: { readonly jose: Jose; readonly findKey: FindKey; readonly now: number },
): Promise<TokenVerdict> {
  try {
    const { typ = 'JWT' } = jose.decodeProtectedHeader(token);
    if (!types.test(typ)) return invalid('The token is not an access token.');
    const payload = await verifySignature(token, issuer, jose, findKey, now);
    return callerOf(payload, issuer);
  } catch (error) {
    if (error instanceof KeysUnavailable) {
      return { kind: 'unavailable', reason: 'The keys of the issuer cannot be fetched.' };
    }
    if (!(error instanceof jose.errors.JOSEError)) throw error;
    return invalid(explain(error, jose));
  }
}

async function verifySignature(
  token: string,
  { issuer, algorithms }: ResolvedIssuer,
  jose: Jose,
  findKey: FindKey,
  now: number,
): Promise<JWTPayload> {
  const options = {
    algorithms: [...algorithms],
    issuer: [issuer, `${issuer}/`],
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp'],
    currentDate: new Date(now),
  };
  try {
    return (await jose.jwtVerify(token, findKey, options)).payload;
  } catch (error) {
    if (!(error instanceof jose.errors.JWKSMultipleMatchingKeys)) throw error;
    // neither the token nor the keys have an id: every key of the kind may be the one
    for await (const key of error) {
      try {
        return (await jose.jwtVerify(token, key, options)).payload;
      } catch (next) {
        if (!(next instanceof jose.errors.JWSSignatureVerificationFailed)) throw next;
      }
    }
    throw new jose.errors.JWSSignatureVerificationFailed();
  }
}

function explain(error: InstanceType<Jose['errors']['JOSEError']>, jose: Jose): string {
  const reason = reasons.get(error.code);
  if (reason !== undefined) return reason;
  if (!(error instanceof jose.errors.JWTClaimValidationFailed)) return 'The token is malformed.';
  if (error.claim === 'nbf') return 'The token is not valid yet.';
  return error.reason === 'missing'
    ? `The token has no claim "${error.claim}".`
    : `The claim "${error.claim}" of the token is not accepted.`;
}
