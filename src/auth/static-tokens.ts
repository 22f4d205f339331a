import type { ResolvedAuth } from '../config/resolve.ts';
import { anonymous, type Caller } from '../core/call.ts';
import { sha256Hex } from '../core/text.ts';
import { challengeOf, readBearer } from './bearer.ts';

/** The identified caller, or why the request is refused. */
export type AuthOutcome =
  | { readonly ok: true; readonly caller: Caller }
  | {
      readonly ok: false;
      /** 400 for a malformed header, 401 for a caller that must authenticate. */
      readonly status: 400 | 401;
      /** The `WWW-Authenticate` header. */
      readonly challenge: string;
      readonly reason: string;
    };

/**
 * Identifies the caller from the `Authorization` header.
 *
 * Synchronous for configured tokens; a promise if a token must be looked up.
 */
export type Authenticate = (authorization: string | null) => AuthOutcome | Promise<AuthOutcome>;

/**
 * Authenticates callers by bearer tokens from the configuration.
 *
 * | `Authorization`    | outcome                                          |
 * | ------------------ | ------------------------------------------------ |
 * | none, other scheme | anonymous; 401 if authentication is required     |
 * | a configured token | its caller                                       |
 * | an unknown token   | 401 `invalid_token`; never treated as anonymous  |
 * | malformed          | 400 `invalid_request`                            |
 *
 * If no token is configured and none is required, authentication is off: the header may be meant
 * for the upstream API, and every caller is anonymous.
 *
 * Tokens are stored and looked up as SHA-256, so the time of a lookup reveals nothing about them.
 */
export function authenticateByTokens({ required, tokens }: ResolvedAuth): Authenticate {
  const asAnonymous: AuthOutcome = { ok: true, caller: anonymous };
  if (tokens.length === 0 && !required) return () => asAnonymous;
  const callers = new Map<string, AuthOutcome>();
  for (const { token, subject, claims, scopes } of tokens) {
    const caller: Caller = { subject, claims, scopes };
    callers.set(sha256Hex(token), { ok: true, caller });
  }
  return function authenticate(authorization) {
    const credentials = readBearer(authorization);
    switch (credentials.kind) {
      case 'none':
        return required ? missing : asAnonymous;
      case 'malformed':
        return malformed;
      case 'token':
        return callers.get(sha256Hex(credentials.token)) ?? unknown;
    }
  };
}

const missing: AuthOutcome = {
  ok: false,
  status: 401,
  challenge: challengeOf(),
  reason: 'A bearer token is required.',
};

const unknown: AuthOutcome = {
  ok: false,
  status: 401,
  challenge: challengeOf({
    error: 'invalid_token',
    error_description: 'The token is not known or has expired.',
  }),
  reason: 'The token is not known or has expired.',
};

const malformed: AuthOutcome = {
  ok: false,
  status: 400,
  challenge: challengeOf({
    error: 'invalid_request',
    error_description: 'The Authorization header must be Bearer and one token.',
  }),
  reason: 'The Authorization header must be Bearer and one token.',
};
