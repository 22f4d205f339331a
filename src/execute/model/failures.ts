import type { ExecutionOutcome } from '../../core/call.ts';
import { mayHaveRun, refusesRequest, type Classification } from '../../core/classification.ts';
import type { NetworkError } from '../../http/network-errors.ts';
import { formatMs } from '../../core/text.ts';
import type { RedirectProblem } from '../../http/client.ts';
import type { StopReason } from './call-stop.ts';

/** An outcome that is not a GraphQL response. */
export type Failure = Extract<ExecutionOutcome, { readonly kind: 'failure' }>;

export interface FailureDetails {
  /** Replaces the advice of the classification. */
  readonly advice?: string;
  readonly retryAfterSeconds?: number;
  /** Facts for logs. */
  readonly detail?: string;
}

/** Creates a failure; `message` must not contain a host, an address or a token. */
export function failure(
  classification: Classification,
  message: string,
  details: FailureDetails = {},
): Failure {
  return { kind: 'failure', classification, message, ...details };
}

/**
 * Corrects the advice after a request that got no GraphQL response: once bytes were sent, a mutation
 * may have run, unless the HTTP status refuses the request.
 */
export function afterSending(
  outcome: ExecutionOutcome,
  isMutation: boolean,
  status?: number,
): ExecutionOutcome {
  if (!isMutation || outcome.kind !== 'failure') return outcome;
  if (status !== undefined && refusesRequest(status)) return outcome;
  return { ...outcome, advice: mayHaveRun };
}

/** Classifications with which an executor refuses an operation before it runs. */
const refusals: ReadonlySet<Classification> = new Set([
  'NOT_FOUND',
  'BAD_REQUEST',
  'CONFLICT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
]);

/** Corrects the advice of an executor's failure without advice: a mutation may have run. */
export function afterExecuting(outcome: ExecutionOutcome, isMutation: boolean): ExecutionOutcome {
  if (!isMutation || outcome.kind !== 'failure' || outcome.advice !== undefined) return outcome;
  return refusals.has(outcome.classification) ? outcome : { ...outcome, advice: mayHaveRun };
}

export const operatorAdvice =
  'Do not retry; tell the user that the operator of the gateway has to correct it.';

/** A call that ended early. */
export interface StoppedCall {
  readonly timeoutMs: number;
  /** Whether a mutation may have reached the API. */
  readonly mayHaveRun: boolean;
}

/** The failure of a call that ended early. */
export function stopFailure(reason: StopReason, call: StoppedCall): Failure {
  const details = call.mayHaveRun ? { advice: mayHaveRun } : {};
  switch (reason) {
    case 'deadline': {
      const message = `The GraphQL API did not respond within ${formatMs(call.timeoutMs)}.`;
      return failure('TIMEOUT', message, details);
    }
    case 'cancelled':
      return failure('UNAVAILABLE', 'The client cancelled the call.', details);
    case 'closed':
      return failure('UNAVAILABLE', 'The gateway is shutting down.', details);
  }
}

/** The failure of a request that a network error ended. */
export function networkFailure(error: NetworkError, mutationSent: boolean): Failure {
  const { kind, predicate, isTransient } = error;
  const isMismatch = kind === 'not-http' || kind === 'headers-too-large';
  const details = mutationSent
    ? { advice: mayHaveRun }
    : isTransient
      ? {}
      : { advice: operatorAdvice };
  return failure(
    isMismatch ? 'UPSTREAM_MISMATCH' : 'UNAVAILABLE',
    `The GraphQL API ${predicate}.`,
    details,
  );
}

/**
 * The failure of a redirect that is not followed.
 *
 * @param target the address it redirects to, for the log.
 */
export function redirectFailure(
  problem: RedirectProblem,
  status: number,
  target: string | undefined,
): Failure {
  const message = `The endpoint of the GraphQL API ${redirectPredicates[problem]} (HTTP status ${status}).`;
  return failure('UPSTREAM_MISMATCH', message, {
    advice:
      problem === 'not-modified'
        ? 'Do not retry; tell the user that the operator of the API, or of a cache in front of it, has to correct that.'
        : 'Do not retry; tell the user that the operator of the gateway has to correct the endpoint.',
    ...(target !== undefined && { detail: `The endpoint redirects to ${target}.` }),
  });
}

const redirectPredicates: Readonly<Record<RedirectProblem, string>> = {
  'not-modified': 'answered "not modified" to a request without conditions',
  'changes-method': 'redirects in a way that turns a POST into a GET',
  'no-location': 'redirects without a valid location',
  'other-origin': 'redirects to another origin, to which credentials must not be sent',
  loop: 'redirects repeatedly',
};

/** The failure of a response whose body cannot be decompressed. */
export function encodingFailure(problem: 'unknown' | 'damaged'): Failure {
  const what = problem === 'damaged' ? 'is incomplete or damaged' : 'uses an unknown compression';
  return failure('UPSTREAM_MISMATCH', `The response body of the GraphQL API ${what}.`);
}

/** The failure of a call for which the queue has no place. */
export function queueFullFailure(): Failure {
  return failure('UNAVAILABLE', 'Too many calls to the GraphQL API are in progress.', {
    advice: 'Wait a few seconds before calling again, and send fewer calls at once.',
  });
}

/** The failure of a call while the circuit breaker is open. */
export function breakerFailure(retryAfterSeconds: number): Failure {
  const wait = formatMs(retryAfterSeconds * 1_000);
  return failure(
    'UNAVAILABLE',
    `The GraphQL API failed repeatedly and is not called for the next ${wait}.`,
    { retryAfterSeconds },
  );
}
