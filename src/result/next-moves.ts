import type { Classification } from '../core/classification.ts';

/** What an agent should do about an error of each kind: the last sentence of a failure's text. */
export const nextMoves = {
  NOT_FOUND: 'Search for the right id or name before retrying.',
  BAD_REQUEST: 'Fix the input and call again.',
  UNAUTHORIZED: 'Ask the user to sign in; do not retry before that.',
  FORBIDDEN: 'Stop; tell the user that this is not permitted.',
  INTERNAL_ERROR: 'Do not retry; report the failure to the user.',
  RATE_LIMITED: 'Wait before retrying, and call less often.',
  TIMEOUT: 'Ask for less, or retry once later.',
  UNAVAILABLE: 'Retry later; tell the user if the problem persists.',
  UPSTREAM_MISMATCH: 'Do not retry; tell the user that the tool does not match the API.',
} as const satisfies Record<Classification, string>;

/** Advice where the API knows nobody but the gateway: no user can sign in to it. */
export const ownCredentials =
  'Do not retry; tell the user that the API rejects the gateway’s credentials, which the operator of the gateway has to correct.';

/** What may change the advice. */
export interface MoveDetails {
  /** Advice of who refused the call, where the classification's own would mislead. */
  readonly advice?: string;
  readonly retryAfterSeconds?: number;
  /** The API's own name for the failure, that its operators can look up. */
  readonly reference?: string;
  /** Whether the call may have changed something before it failed. */
  readonly mayHaveRun?: boolean;
}

/** The next move after an error, with what is known of the case. */
export function nextMoveOf(classification: Classification, details: MoveDetails = {}): string {
  const { advice, retryAfterSeconds, reference, mayHaveRun } = details;
  if (advice !== undefined) return advice;
  if (retryAfterSeconds !== undefined) return `Wait ${seconds(retryAfterSeconds)} before retrying.`;
  if (reference !== undefined && classification === 'INTERNAL_ERROR') {
    return `Do not retry; report the failure to the user with its reference ${reference}.`;
  }
  if (mayHaveRun && classification === 'TIMEOUT') {
    return 'It may have taken effect: check before calling again.';
  }
  return nextMoves[classification];
}

function seconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
