import type { ExecutionOutcome } from '../core/call.ts';
import { type Classification, classificationOfStatus } from '../core/classification.ts';
import type { ArgumentProblem } from '../core/tool.ts';
import { writePath, type ErrorWithMove } from './error-entry.ts';
import { maxErrors } from './errors.ts';
import { nextMoveOf, nextMoves } from './next-moves.ts';
import { scrubMessage } from './scrub.ts';

/** Why a call was not carried out, or brought nothing. */
export interface RefusedCall {
  readonly classification: Classification;
  /** One sentence for the agent. */
  readonly message: string;
  /** What to do, where the classification's own advice would mislead. */
  readonly advice?: string;
  readonly retryAfterSeconds?: number;
}

/** The error of a call that came to nothing. */
export function failureError(
  { classification, message, advice, retryAfterSeconds }: RefusedCall,
  hosts: readonly string[],
): ErrorWithMove {
  return {
    entry: {
      message: scrubMessage(message, hosts),
      classification,
      ...(retryAfterSeconds !== undefined && { extensions: { retryAfterSeconds } }),
    },
    nextMove: nextMoveOf(classification, {
      ...(advice !== undefined && { advice }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }),
  };
}

/** The errors of a call whose arguments were refused: one for each argument. */
export function problemErrors(problems: readonly ArgumentProblem[]): readonly ErrorWithMove[] {
  const named = problems.slice(0, maxErrors).map(problemError);
  return named.length > 0
    ? named
    : [problemError({ path: [], message: 'The input is not valid.' })];
}

function problemError({ path, message }: ArgumentProblem): ErrorWithMove {
  const classification = 'BAD_REQUEST';
  const nextMove = nextMoves[classification];
  if (path.length === 0) return { entry: { message, classification }, nextMove };
  const argument = writePath(path);
  // `path` of an error leads into the answer, and an argument is not there
  const entry = { message, classification, extensions: { argument } } as const;
  return { entry, nextMove, argument };
}

/** The error of an answer that has neither data nor errors. */
export function noAnswerError({
  body,
  status = 200,
}: Extract<ExecutionOutcome, { readonly kind: 'response' }>): ErrorWithMove {
  const byStatus = classificationOfStatus(status);
  const classification = byStatus ?? 'UPSTREAM_MISMATCH';
  const { data } = body;
  const isOdd = data !== null && data !== undefined;
  const what = isOdd ? 'data that is not an object' : 'neither data nor errors';
  const how = byStatus ? `${what} (HTTP status ${status})` : what;
  return {
    entry: { message: `The GraphQL API answered with ${how}.`, classification },
    nextMove: nextMoves[classification],
  };
}
