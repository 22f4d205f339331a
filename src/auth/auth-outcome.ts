import type { Caller } from '../core/caller.ts';

/** Who calls, or why the request is turned away before anything else looks at it. */
export type AuthOutcome =
  | { readonly ok: true; readonly caller: Caller }
  | {
      readonly ok: false;
      /** 400 for a header that is malformed, 401 for a caller that must authenticate. */
      readonly status: 400 | 401;
      /** The `WWW-Authenticate` header. */
      readonly challenge: string;
      readonly reason: string;
    };

/**
 * Finds out who calls from the `Authorization` header.
 *
 * Synchronous for tokens that are known beforehand; a promise where a token must be looked up.
 */
export type Authenticate = (authorization: string | null) => AuthOutcome | Promise<AuthOutcome>;
