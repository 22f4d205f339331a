import type { CallContext, Caller } from '../core/caller.ts';
import { filmError } from './film-error.ts';

/** What resolvers know of a call. */
export interface FilmContext {
  readonly caller: Caller;
}

/** Makes the resolvers' context: who calls, and nothing of the transport. */
export function filmContextOf({ caller }: CallContext): FilmContext {
  return { caller };
}

/**
 * The subject of the signed-in user.
 *
 * Without one the field fails as UNAUTHORIZED; `purpose` completes "Sign in to …".
 */
export function signedIn({ caller }: FilmContext, purpose: string): string {
  if (caller.subject !== undefined) return caller.subject;
  throw filmError('UNAUTHORIZED', `Sign in to ${purpose}.`);
}

/** Fails the field as FORBIDDEN for a user who lacks a scope. */
export function requireScope({ caller }: FilmContext, scope: string, purpose: string): void {
  if (caller.scopes.includes(scope)) return;
  throw filmError('FORBIDDEN', `This account may not ${purpose}: it lacks the scope ${scope}.`);
}
