import { GraphQLError } from 'graphql';
import type { Classification } from '../core/classification.ts';
import { sha256Hex } from '../core/hash.ts';

/**
 * An error of the film API, as many GraphQL servers send them: the message is for the caller, and
 * `extensions.classification` says what kind of error it is.
 *
 * A BAD_REQUEST also names the argument that is wrong in `extensions.argument`.
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
 * A fault of the API itself. The caller learns only a reference, under which whoever runs the API
 * would find the cause.
 *
 * The reference is derived from the incident, so that the example always answers the same.
 */
export function faultOf(message: string, incident: string): GraphQLError {
  const reference = `film-${sha256Hex(incident).slice(0, 8)}`;
  return new GraphQLError(message, {
    extensions: { classification: 'INTERNAL_ERROR', reference },
  });
}
