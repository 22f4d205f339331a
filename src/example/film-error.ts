import { GraphQLError } from 'graphql';
import type { Classification } from '../core/classification.ts';
import { sha256Hex } from '../core/hash.ts';

/**
 * An error of the film API, as many GraphQL servers send them: the message is for the caller, and
 * `extensions.classification` says what kind of error it is.
 *
 * A BAD_REQUEST also names what is wrong with the request in `extensions.field`.
 */
export function filmError(
  classification: Classification,
  message: string,
  field?: string,
): GraphQLError {
  const extensions = field === undefined ? { classification } : { classification, field };
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
