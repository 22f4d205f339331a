import { formatMs } from '../core/text.ts';
import { mayHaveRun as unknownOutcome, type Classification } from '../core/classification.ts';

/** The agent's next move by classification: the last sentence of an error's text. */
export const nextMoves = {
  NOT_FOUND: 'Search for the right id or name before retrying.',
  BAD_REQUEST: 'Fix the input and call again.',
  CONFLICT: 'Read the current state; call again only with input that does not conflict with it.',
  UNAUTHORIZED: 'Ask the user to sign in; do not retry before that.',
  FORBIDDEN: 'Stop; tell the user that this is not permitted.',
  INTERNAL_ERROR: 'Do not retry; report the failure to the user.',
  RATE_LIMITED: 'Wait before retrying, and call less often.',
  TIMEOUT: 'Ask for less, or retry once later.',
  UNAVAILABLE: 'Retry later; tell the user if the problem persists.',
  UPSTREAM_MISMATCH: 'Do not retry; tell the user that the tool does not match the API.',
} as const satisfies Record<Classification, string>;

/** The advice after an error that nothing classifies. */
const readMessage =
  'Read the message: fix the input if it names a mistake in it; otherwise report it to the user.';

/** The advice if the API knows only the gateway, so that no user can sign in. */
export const gatewayCredentials =
  'Do not retry; tell the user that the API rejects the gateway’s credentials, which the operator of the gateway has to correct.';

/** The advice after a mutation that the API executed, if its response cannot be served. */
export const hasRun =
  'The mutation has taken effect: do not repeat it; tell the user that the tool does not match the API.';

/** Circumstances that change the next move. */
export interface MoveDetails {
  /** Replaces the advice of the classification. */
  readonly advice?: string;
  readonly retryAfterSeconds?: number;
  /** The API's id of the failure, for its operators. */
  readonly reference?: string;
  /** Whether a mutation may have taken effect before it failed. */
  readonly mayHaveRun?: boolean;
  /** Whether the tool has arguments, so that there is an input to change. @default true */
  readonly hasInput?: boolean;
}

/** The next move after an error; `classification` is undefined if nothing classifies it. */
export function nextMoveOf(
  classification: Classification | undefined,
  details: MoveDetails = {},
): string {
  const { advice, retryAfterSeconds, reference, mayHaveRun, hasInput = true } = details;
  if (advice !== undefined) return advice;
  if (mayHaveRun && leavesOpen.has(classification)) return unknownOutcome;
  if (retryAfterSeconds !== undefined)
    return `Wait ${formatMs(retryAfterSeconds * 1_000)} before retrying.`;
  if (reference !== undefined && (classification ?? 'INTERNAL_ERROR') === 'INTERNAL_ERROR') {
    return `Do not retry; report the failure to the user with its reference ${reference}.`;
  }
  if (!hasInput && concernsInput.has(classification)) return nextMoves.INTERNAL_ERROR;
  return classification === undefined ? readMessage : nextMoves[classification];
}

/** Failures that leave open whether a mutation has taken effect. */
const leavesOpen: ReadonlySet<Classification | undefined> = new Set(['TIMEOUT', 'UNAVAILABLE']);

/** Failures after which another input may succeed. */
const concernsInput: ReadonlySet<Classification | undefined> = new Set([
  undefined,
  'NOT_FOUND',
  'BAD_REQUEST',
  'CONFLICT',
]);
