import type { AccessTokenOptions } from '../../config/model/token-options.ts';
import { stableJson } from '../../core/json.ts';
import type { CallContext } from '../../core/call.ts';
import { sha256Hex } from '../../core/text.ts';
import { createExpiringCache } from '../../http/expiring-cache.ts';
import { createJsonClient } from '../../http/json-client.ts';
import type { Environment } from '../../http/proxy.ts';
import { failure, type Failure } from '../model/failures.ts';
import { callerToken, signInFailure } from './caller-value.ts';
import { createTokenSigner } from './signed-token.ts';
import { createTokenRequest, TokenRefused, type Grant, type IssuedToken } from './token-request.ts';

/** The access tokens of an API. */
export interface AccessTokens {
  /** Returns the token of a call, or why it is refused. */
  get(context: CallContext): Promise<string | Failure>;
  /** Forgets the token of a call, because the API refused it. */
  forget(context: CallContext): void;
  close(): Promise<void>;
}

export interface AccessTokenSettings {
  readonly environment: Environment;
  /** File of PEM certificates that are trusted in addition to the system's. */
  readonly caFile: string | undefined;
  /** The time of day in milliseconds since 1970. */
  readonly now: () => number;
}

/** How the token of a call is made, and the key by which it is kept. */
interface TokenSource {
  readonly key: string;
  readonly make: () => Promise<IssuedToken>;
}

/** Tokens that are kept, and that are made at the same time. */
const maxTokens = 1_000;
const maxPending = 64;
/** Tokens are not used in the last part of their lifetime, and made again some time before. */
const usedPart = 0.9;
const renewedPart = 0.75;

/**
 * Creates the access tokens of an API.
 *
 * A token is kept until shortly before it expires, and renewed in the background before; concurrent calls
 * share one request. The token of the caller is part of the key only as a hash.
 */
export function createAccessTokens(
  options: AccessTokenOptions,
  settings: AccessTokenSettings,
): AccessTokens {
  const { now } = settings;
  const client = createJsonClient(settings);
  const sourceOf = createTokenSource(options, createTokenRequest(client), now);
  const tokens = createExpiringCache<string>(maxTokens, maxPending, now);

  async function makeExpiring({ make }: TokenSource) {
    const at = now();
    const { token, lifetimeMs } = await make();
    return {
      value: token,
      until: at + lifetimeMs * usedPart,
      renewFrom: at + lifetimeMs * renewedPart,
    };
  }

  return {
    async get(context) {
      const source = sourceOf(context);
      if ('kind' in source) return source;
      try {
        return (await tokens.get(source.key, () => makeExpiring(source))) ?? tooMany();
      } catch (error) {
        if (error instanceof TokenRefused) return error.failure;
        throw error;
      }
    },
    forget(context) {
      const source = sourceOf(context);
      if (!('kind' in source)) tokens.forget(source.key);
    },
    close: () => client.close(),
  };
}

function createTokenSource(
  { clientCredentials, exchange, onBehalfOf, signed }: AccessTokenOptions,
  request: ReturnType<typeof createTokenRequest>,
  now: () => number,
): (context: CallContext) => TokenSource | Failure {
  if (clientCredentials) {
    const source = { key: '', make: () => request({ kind: 'own' }, clientCredentials) };
    return () => source;
  }
  if (signed) {
    const signer = createTokenSigner(signed, now);
    return (context) => {
      const claims = signer.claimsOf(context);
      if ('kind' in claims) return claims.failure;
      return { key: sha256Hex(stableJson(claims.claims)), make: () => signer.sign(claims.claims) };
    };
  }
  const kind: Grant['kind'] = exchange ? 'exchange' : 'on-behalf-of';
  const asked = exchange ?? onBehalfOf;
  if (!asked) throw new Error('accessToken has no member');
  return (context) => {
    const token = callerToken(context);
    if (token === undefined) return signInFailure();
    return { key: sha256Hex(token), make: () => request({ kind, token }, asked) };
  };
}

function tooMany(): Failure {
  const message = 'Too many tokens for the GraphQL API are being requested.';
  return failure('UNAVAILABLE', message, { retryAfterSeconds: 5 });
}
