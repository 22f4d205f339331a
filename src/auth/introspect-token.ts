import type { IntrospectTokenOptions } from '../config/model/token-options.ts';
import type { ResolvedIssuer } from '../config/resolve.ts';
import { createExpiringCache } from '../http/expiring-cache.ts';
import type { JsonObject } from '../core/json.ts';
import { sha256Hex } from '../core/text.ts';
import { authenticateClient } from '../http/client-authentication.ts';
import type { JsonClient } from '../http/json-client.ts';
import { invalid, type TokenVerdict } from './outcome.ts';
import type { FindEndpoint } from './server-metadata.ts';
import { callerOf, clockToleranceSeconds } from './token-caller.ts';

/** Answers that are kept, and the time until a revoked token is refused, in milliseconds. */
const maxAnswers = 1_000;
const maxAgeMs = 60_000;
/** Tokens that are asked about at the same time. */
const maxPending = 32;

const tooMany: TokenVerdict = {
  kind: 'unavailable',
  reason: 'Too many tokens are being introspected.',
};

/**
 * Creates the function that asks an authorization server about tokens (RFC 7662).
 *
 * An answer is kept for a minute, or until the token expires. If the server does not answer, tokens
 * with a kept answer still pass.
 */
export function createIntrospection(
  issuer: ResolvedIssuer,
  options: IntrospectTokenOptions,
  client: JsonClient,
  findEndpoint: FindEndpoint,
  now: () => number,
): (token: string) => Promise<TokenVerdict> {
  const answers = createExpiringCache<TokenVerdict>(maxAnswers, maxPending, now);

  async function ask(token: string) {
    const url = options.url ?? (await findEndpoint('introspection_endpoint'));
    if (url === undefined) throw new Unavailable('The issuer names no introspection endpoint.');
    const form = new URLSearchParams({ token, token_type_hint: 'access_token' });
    const answer = await client.postForm(url, form, authenticateClient(options, form));
    if (answer.kind === 'failed') throw new Unavailable(`The issuer ${answer.reason}.`);
    const { status, value } = answer;
    if (status !== 200) throw new Unavailable(`The issuer refused to answer (status ${status}).`);
    const verdict = judge(value, issuer, now() / 1_000);
    const expires = typeof value.exp === 'number' ? value.exp * 1_000 : Number.POSITIVE_INFINITY;
    return { value: verdict, until: Math.min(expires, now() + maxAgeMs) };
  }

  return async (token) => {
    try {
      return (await answers.get(sha256Hex(token), () => ask(token))) ?? tooMany;
    } catch (error) {
      if (error instanceof Unavailable) return { kind: 'unavailable', reason: error.message };
      throw error;
    }
  };
}

class Unavailable extends Error {}

function judge(answer: JsonObject, issuer: ResolvedIssuer, nowSeconds: number): TokenVerdict {
  const { active, exp, nbf, iss } = answer;
  if (active !== true) return invalid('The token is not known or has expired.');
  if (typeof exp === 'number' && exp + clockToleranceSeconds < nowSeconds) {
    return invalid('The token has expired.');
  }
  if (typeof nbf === 'number' && nbf - clockToleranceSeconds > nowSeconds) {
    return invalid('The token is not valid yet.');
  }
  if (typeof iss === 'string' && iss.replace(/\/$/, '') !== issuer.issuer) {
    return invalid('The claim "iss" of the token is not accepted.');
  }
  return callerOf(answer, issuer);
}
