/**
 * What kind of failure an error is, as far as an agent needs to know to choose its next move.
 *
 * The first six are those GraphQL servers send; the others are the gateway's own.
 */
export const classifications = [
  'NOT_FOUND',
  'BAD_REQUEST',
  'CONFLICT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INTERNAL_ERROR',
  'RATE_LIMITED',
  'TIMEOUT',
  'UNAVAILABLE',
  'UPSTREAM_MISMATCH',
] as const;

export type Classification = (typeof classifications)[number];

/**
 * Classifies a failed GraphQL request by its HTTP status, if the body does not classify it.
 *
 * | status             | classification      |
 * | ------------------ | ------------------- |
 * | 400, 413, 422      | `BAD_REQUEST`       |
 * | 401                | `UNAUTHORIZED`      |
 * | 403                | `FORBIDDEN`         |
 * | 408, 504           | `TIMEOUT`           |
 * | 409                | `CONFLICT`          |
 * | 429                | `RATE_LIMITED`      |
 * | 502, 503           | `UNAVAILABLE`       |
 * | any other 5xx      | `INTERNAL_ERROR`    |
 * | any other 3xx, 4xx | `UPSTREAM_MISMATCH` |
 *
 * A 404 concerns the endpoint and not the requested entity: with `NOT_FOUND` an agent would search
 * for another id. A status below 300 has no classification.
 */
export function classificationOfStatus(status: number): Classification | undefined {
  const known = byStatus.get(status);
  if (known) return known;
  if (status >= 500) return 'INTERNAL_ERROR';
  return status >= 300 ? 'UPSTREAM_MISMATCH' : undefined;
}

const byStatus = new Map<number, Classification>([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [408, 'TIMEOUT'],
  [409, 'CONFLICT'],
  [413, 'BAD_REQUEST'],
  [422, 'BAD_REQUEST'],
  [429, 'RATE_LIMITED'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'TIMEOUT'],
]);

/** The advice after a mutation whose outcome is unknown. */
export const mayHaveRun =
  'It may have taken effect: check before calling again, and never repeat it blindly.';

/** Returns whether a status refuses a request before it is executed; those of timeouts do not. */
export function refusesRequest(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 499;
}
