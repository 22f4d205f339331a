import type { GraphQLResponseBody } from '../core/call.ts';
import { formatSharedPath } from '../core/paths.ts';
import type { ArgumentProblem, Tool } from '../core/tool.ts';
import type { ErrorEntry, ErrorWithMove } from './error-entry.ts';
import { hasRun, nextMoves } from './next-moves.ts';

/** Contradictions named in one result. */
const maxNamed = 5;

/** The contradictions between a response and the output schema of its tool, as errors. */
export function findContradictions(
  tool: Tool,
  { data }: GraphQLResponseBody,
  errors: readonly ErrorEntry[],
): readonly ErrorWithMove[] {
  const problems = tool.checkOutput(errors.length === 0 ? { data } : { data, errors });
  return problems.slice(0, maxNamed).map((problem) => contradiction(problem, tool));
}

function contradiction({ path, message }: ArgumentProblem, { operation }: Tool): ErrorWithMove {
  // the check starts at the envelope, paths of errors start below `data`
  const inData = path[0] === 'data' ? path.slice(1) : path;
  return {
    entry: {
      message: `The response contradicts the output schema of the tool: ${message}`,
      ...(inData.length > 0 && { path: inData }),
      classification: 'UPSTREAM_MISMATCH',
    },
    nextMove: operation.kind === 'mutation' ? hasRun : nextMoves.UPSTREAM_MISMATCH,
    cause: `The response contradicts the output schema at ${formatSharedPath(path)}.`,
  };
}
