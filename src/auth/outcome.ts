import type { Caller } from '../core/call.ts';
import type { Challenge } from './bearer.ts';

/** The identified caller, or why the request is refused. */
export type AuthOutcome =
  { readonly ok: true; readonly caller: Caller } | (Refusal & { readonly ok: false });

/** Why a request is refused. No member contains a part of a token. */
export interface Refusal {
  /**
   * 400 for a malformed header, 401 for a caller that must authenticate, 403 for a token without the
   * scopes that every request needs, 503 if the authorization server cannot be asked.
   */
  readonly status: 400 | 401 | 403 | 503;
  readonly reason: string;
  /** The parameters of `WWW-Authenticate`; undefined if another token would not help. */
  readonly challenge?: Challenge;
}

/** What an authorization server, or its keys, say about a token. */
export type TokenVerdict =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'invalid'; readonly reason: string }
  /** Neither its keys nor its answer are available. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Returns the verdict about a token that is not valid. */
export function invalid(reason: string): TokenVerdict {
  return { kind: 'invalid', reason };
}
