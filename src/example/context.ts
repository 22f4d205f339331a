import type { CallContext, Caller } from '../core/call.ts';
import { GraphQLError } from 'graphql';
import type { Classification } from '../core/classification.ts';
import { sha256Hex } from '../core/text.ts';

/** The context of resolvers. */
export interface FilmContext {
  readonly caller: Caller;
}

/** Creates the context of resolvers: the caller, without the transport. */
export function filmContextOf({ caller }: CallContext): FilmContext {
  return { caller };
}

/**
 * Returns the subject of the signed-in user; the field fails as UNAUTHORIZED for anonymous callers.
 *
 * @param purpose completes "Sign in to …".
 */
export function signedIn({ caller }: FilmContext, purpose: string): string {
  if (caller.subject !== undefined) return caller.subject;
  throw filmError('UNAUTHORIZED', `Sign in to ${purpose}.`);
}

/** Fails the field as FORBIDDEN if the user lacks a scope. */
export function requireScope({ caller }: FilmContext, scope: string, purpose: string): void {
  if (caller.scopes.includes(scope)) return;
  throw filmError('FORBIDDEN', `This account may not ${purpose}: it lacks the scope ${scope}.`);
}

/**
 * Creates an error with a message for the caller and `extensions.classification`, as many GraphQL
 * servers do.
 *
 * @param argument the wrong argument of a BAD_REQUEST, for `extensions.argument`.
 */
export function filmError(
  classification: Classification,
  message: string,
  argument?: string,
): GraphQLError {
  const extensions = argument === undefined ? { classification } : { classification, argument };
  return new GraphQLError(message, { extensions });
}

/**
 * Creates an internal error of the API. The caller receives only a reference to the cause, which is
 * derived from the incident so that answers of the example are reproducible.
 */
export function faultOf(message: string, incident: string): GraphQLError {
  const reference = `film-${sha256Hex(incident).slice(0, 8)}`;
  return new GraphQLError(message, {
    extensions: { classification: 'INTERNAL_ERROR', reference },
  });
}
