import type { GraphQLResponseBody } from '../core/call.ts';
import type { ArgumentProblem, Tool } from '../core/tool.ts';
import type { ErrorEntry, ErrorWithMove } from './error-entry.ts';
import { nextMoves } from './next-moves.ts';

/** What happens with an answer that contradicts the tool's output schema. */
export interface DriftSettings {
  /** `off` does not look, `warn` reports and serves, `enforce` reports and refuses. */
  readonly validateOutput: 'off' | 'warn' | 'enforce';
  /** Called for every such answer, for logs and counters. */
  readonly onMismatch?: (tool: Tool, problems: readonly ArgumentProblem[]) => void;
}

/** Finds what an answer contradicts; empty where it may be served. */
export type DriftCheck = (
  tool: Tool,
  body: GraphQLResponseBody,
  errors: readonly ErrorEntry[],
) => readonly ErrorWithMove[];

/** Contradictions named in one result; the first says enough. */
const maxNamed = 5;

/** Makes the check for drift between the API and the schema that a tool was compiled with. */
export function createDriftCheck({ validateOutput, onMismatch }: DriftSettings): DriftCheck {
  return function findDrift(tool, body, errors) {
    if (validateOutput === 'off') return [];
    // what else the API answers, such as errors that are null, is not passed on
    const { data } = body;
    const problems = tool.checkOutput(errors.length === 0 ? { data } : { data, errors });
    if (problems.length === 0) return [];
    onMismatch?.(tool, problems);
    return validateOutput === 'enforce' ? problems.slice(0, maxNamed).map(mismatchError) : [];
  };
}

function mismatchError({ path, message }: ArgumentProblem): ErrorWithMove {
  // the check starts at the envelope, the paths of errors start below `data`
  const inData = path[0] === 'data' ? path.slice(1) : path;
  return {
    entry: {
      message: `The answer contradicts the tool's output schema: ${message}`,
      ...(inData.length > 0 && { path: inData }),
      classification: 'UPSTREAM_MISMATCH',
    },
    nextMove: nextMoves.UPSTREAM_MISMATCH,
  };
}
