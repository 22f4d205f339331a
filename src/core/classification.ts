/**
 * What kind of failure an error is, as far as an agent needs to know to choose its next move.
 *
 * The first five are those GraphQL servers send; the others are the gateway's own.
 */
export const classifications = [
  'NOT_FOUND',
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INTERNAL_ERROR',
  'RATE_LIMITED',
  'TIMEOUT',
  'UNAVAILABLE',
  'UPSTREAM_MISMATCH',
] as const;

export type Classification = (typeof classifications)[number];
