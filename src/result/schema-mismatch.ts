import type { GraphQLResponseBody } from '../core/call.ts';
import type { ArgumentProblem, Tool } from '../core/tool.ts';
import type { ErrorEntry, ErrorWithMove } from './error-entry.ts';
import { hasRun, nextMoves } from './next-moves.ts';

/** How responses that contradict the tool's output schema are handled. */
export interface MismatchSettings {
  /** `off` does not check, `warn` reports and serves, `enforce` reports and refuses. */
  readonly validateOutput: 'off' | 'warn' | 'enforce';
  /** Called for every such response, for logs and counters. */
  readonly onMismatch?: (tool: Tool, problems: readonly ArgumentProblem[]) => void;
}

/** The errors of a response that must not be served; empty if it may be. */
export type MismatchCheck = (
  tool: Tool,
  body: GraphQLResponseBody,
  errors: readonly ErrorEntry[],
) => readonly ErrorWithMove[];

/** Contradictions named in one result. */
const maxNamed = 5;

/** Creates the check of responses against the output schemas of their tools. */
export function createMismatchCheck({
  validateOutput,
  onMismatch,
}: MismatchSettings): MismatchCheck {
  return function findMismatch(tool, { data }, errors) {
    if (validateOutput === 'off') return [];
    const problems = tool.checkOutput(errors.length === 0 ? { data } : { data, errors });
    if (problems.length === 0) return [];
    onMismatch?.(tool, problems);
    return validateOutput === 'enforce'
      ? problems.slice(0, maxNamed).map((problem) => mismatchError(problem, tool))
      : [];
  };
}

function mismatchError({ path, message }: ArgumentProblem, { operation }: Tool): ErrorWithMove {
  // the check starts at the envelope, paths of errors start below `data`
  const inData = path[0] === 'data' ? path.slice(1) : path;
  return {
    entry: {
      message: `The response contradicts the output schema of the tool: ${message}`,
      ...(inData.length > 0 && { path: inData }),
      classification: 'UPSTREAM_MISMATCH',
    },
    nextMove: operation.kind === 'mutation' ? hasRun : nextMoves.UPSTREAM_MISMATCH,
  };
}
