import {
  type ExecutionOutcome,
  type GraphQLRequest,
  stopSignalOf,
  type CallContext,
} from '../core/call.ts';
import type { Environment } from '../http/proxy.ts';
import { CallStop } from './model/call-stop.ts';
import { stopFailure } from './model/failures.ts';
import { bindVariables } from './caller/variables.ts';

/** The limits of calls that are not sent over HTTP. */
export interface CallBounds {
  /** Deadline of tools without their own, in milliseconds. */
  readonly timeoutMs: number;
  /** Values for variables bound with `fromEnv`. */
  readonly environment: Environment;
  /** The calls in progress. */
  readonly running: Set<CallStop>;
}

/**
 * Runs a call with its bound variables, within its deadline. A call that is stopped is answered
 * immediately, and the result of `run` is ignored.
 */
export async function runBounded(
  request: GraphQLRequest,
  context: CallContext,
  bounds: CallBounds,
  run: (request: GraphQLRequest, stop: CallStop) => Promise<ExecutionOutcome>,
): Promise<ExecutionOutcome> {
  const bound = bindVariables(request, context, bounds.environment);
  if (bound.kind === 'failure') return bound;
  const { tool } = request;
  const timeoutMs = tool.timeoutMs ?? bounds.timeoutMs;
  const stop = new CallStop(stopSignalOf(context), timeoutMs, bounds.running);
  try {
    if (stop.reason) return stopFailure(stop.reason, { timeoutMs, mayHaveRun: false });
    const outcome = await stop.race(run({ tool, variables: bound.variables }, stop));
    if (outcome) return outcome;
    const mayHaveRun = tool.operation.kind === 'mutation';
    return stopFailure(stop.reason ?? 'cancelled', { timeoutMs, mayHaveRun });
  } finally {
    stop.end();
  }
}
