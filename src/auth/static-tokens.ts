import type { ResolvedAuth } from '../config/resolve.ts';
import { anonymous, type Caller } from '../core/caller.ts';
import { sha256Hex } from '../core/hash.ts';
import type { Authenticate, AuthOutcome } from './auth-outcome.ts';
import { readBearer } from './bearer.ts';
import { challengeOf } from './challenge.ts';

/**
 * Authenticates callers by bearer tokens from the configuration.
 *
 * | `Authorization`    | outcome                                            |
 * | ------------------ | -------------------------------------------------- |
 * | none, other scheme | anonymous; 401 when callers must authenticate      |
 * | a known token      | its caller                                         |
 * | an unknown token   | 401 `invalid_token`: never taken for nobody        |
 * | malformed          | 400 `invalid_request`                              |
 *
 * Without any token, and none required, authentication is off: the header may then be meant for
 * the API behind, and everybody is anonymous.
 *
 * Tokens are kept and looked up as SHA-256, so the time a lookup takes says nothing about a token.
 */
export function authenticateByTokens({ required, tokens }: ResolvedAuth): Authenticate {
  const nobody: AuthOutcome = { ok: true, caller: anonymous };
  if (tokens.length === 0 && !required) return () => nobody;
  const callers = new Map<string, AuthOutcome>();
  for (const { token, subject, claims, scopes } of tokens) {
    const caller: Caller = { subject, claims, scopes };
    callers.set(sha256Hex(token), { ok: true, caller });
  }
  return function authenticate(authorization) {
    const credentials = readBearer(authorization);
    switch (credentials.kind) {
      case 'none':
        return required ? missing : nobody;
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
