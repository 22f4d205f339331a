import type { ExecutionOutcome } from '../core/call.ts';
import { classificationOfStatus, mayHaveRun, refusesRequest } from '../core/classification.ts';
import { formatPath } from '../core/paths.ts';
import type { ArgumentProblem } from '../core/tool.ts';
import type { ErrorWithMove } from './error-entry.ts';
import { maxErrors } from './errors.ts';
import { nextMoveOf, nextMoves } from './next-moves.ts';
import { scrubMessage } from './scrub.ts';

/** The error of a call that got no response. */
export function failureError(
  failure: Extract<ExecutionOutcome, { readonly kind: 'failure' }>,
  hosts: readonly string[],
): ErrorWithMove {
  const { classification, message, advice, retryAfterSeconds, detail } = failure;
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
    cause: detail === undefined ? message : `${message} ${detail}`,
  };
}

/** The errors of a call with invalid arguments, one per argument. */
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
  const argument = formatPath(path);
  // `path` of an error leads into the response, which does not contain the argument
  const entry = { message, classification, extensions: { argument } } as const;
  return { entry, nextMove, argument };
}

/** The error of a response with neither data nor errors. */
export function noAnswerError(
  { body, status = 200 }: Extract<ExecutionOutcome, { readonly kind: 'response' }>,
  isMutation: boolean,
): ErrorWithMove {
  const byStatus = classificationOfStatus(status);
  const classification = byStatus ?? 'UPSTREAM_MISMATCH';
  const { data } = body;
  const hasData = data !== null && data !== undefined;
  const content = hasData ? 'data that is not an object' : 'neither data nor errors';
  const answer = byStatus ? `${content} (HTTP status ${status})` : content;
  return {
    entry: { message: `The GraphQL API answered with ${answer}.`, classification },
    nextMove: isMutation && !refusesRequest(status) ? mayHaveRun : nextMoves[classification],
  };
}
