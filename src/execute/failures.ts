import type { ExecutionOutcome } from '../core/call.ts';
import type { Classification } from '../core/classification.ts';
import type { StopReason } from './call-stop.ts';

/** An outcome that is no GraphQL response. */
export type Failure = Extract<ExecutionOutcome, { readonly kind: 'failure' }>;

/** What a failure may say beside its message. */
export interface FailureDetails {
  readonly advice?: string;
  readonly retryAfterSeconds?: number;
}

/** Makes a failure; `message` must name no host, address or token. */
export function failure(
  classification: Classification,
  message: string,
  details: FailureDetails = {},
): Failure {
  return { kind: 'failure', classification, message, ...details };
}

/** Advice for a mutation that was sent, but whose answer never came. */
export const mayHaveRun =
  'It may have taken effect: check before calling again, and never repeat it blindly.';

/** How a call is described that ended early. */
export interface StoppedCall {
  readonly timeoutMs: number;
  /** Whether a mutation may have reached the API. */
  readonly mayHaveRun: boolean;
}

/** Says that a call ended early, and why. */
export function stopFailure(reason: StopReason, call: StoppedCall): Failure {
  const details = call.mayHaveRun ? { advice: mayHaveRun } : {};
  switch (reason) {
    case 'deadline':
      return failure('TIMEOUT', `No answer came within ${spellMs(call.timeoutMs)}.`, details);
    case 'cancelled':
      return failure('UNAVAILABLE', 'The call was cancelled by the client.', details);
    case 'closed':
      return failure('UNAVAILABLE', 'The gateway is shutting down.', details);
  }
}

/** Spells a duration for people: `50 seconds`, `1.5 seconds`, `200 milliseconds`. */
export function spellMs(ms: number): string {
  if (ms < 1_000) return `${ms} millisecond${ms === 1 ? '' : 's'}`;
  const seconds = Math.round(ms / 100) / 10;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}
