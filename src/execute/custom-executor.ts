import type { ExecutionOutcome, Executor, GraphQLRequest } from '../core/call.ts';
import { stopSignalOf, type CallContext } from '../core/caller.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import type { Environment } from '../http/connections.ts';
import { CallStop } from './call-stop.ts';
import { failure, stopFailure } from './failures.ts';
import { bindVariables } from './variables.ts';

export interface CustomExecutorOptions {
  readonly executor: Executor;
  /** Deadline of tools without their own, in milliseconds. */
  readonly timeoutMs: number;
  /** Values for variables bound with `fromEnv`. */
  readonly environment: Environment;
  /** Logs an error that the executor threw; returns a reference for the agent. */
  readonly reportBug: (error: unknown) => string;
}

/**
 * Wraps an embedder's executor with bound variables, a deadline (through the signal of its context)
 * and error masking: an exception or an invalid outcome becomes a failure.
 */
export function createCustomExecutor(options: CustomExecutorOptions): Executor {
  const { executor, environment, reportBug } = options;
  const running = new Set<CallStop>();

  async function execute(request: GraphQLRequest, context: CallContext): Promise<ExecutionOutcome> {
    try {
      return checkOutcome(await executor.execute(request, context));
    } catch (error) {
      // an exception after the call was stopped is usually the abort itself
      const reference = context.signal.aborted ? 'none' : reportBug(error);
      return failure(
        'INTERNAL_ERROR',
        `The operation could not be executed. Reference: ${reference}.`,
      );
    }
  }

  return {
    async execute(request, context) {
      const bound = bindVariables(request, context, environment);
      if (bound.kind === 'failure') return bound;
      const { tool } = request;
      const timeoutMs = tool.timeoutMs ?? options.timeoutMs;
      const stop = new CallStop(stopSignalOf(context), timeoutMs, running);
      try {
        if (stop.reason) return stopFailure(stop.reason, { timeoutMs, mayHaveRun: false });
        const { caller, headers } = context;
        const outcome = await stop.race(
          execute(
            { tool, variables: bound.variables },
            { caller, headers, signal: stop.abortSignal },
          ),
        );
        if (outcome) return outcome;
        const mayHaveRun = tool.operation.kind === 'mutation';
        return stopFailure(stop.reason ?? 'cancelled', { timeoutMs, mayHaveRun });
      } finally {
        stop.end();
      }
    },
    isDown: () => executor.isDown?.() ?? false,
    async close() {
      for (const stop of running) stop.stop('closed');
      await executor.close();
    },
  };
}

/** Returns a valid outcome; throws for anything else, which untyped code can return. */
function checkOutcome(outcome: ExecutionOutcome): ExecutionOutcome {
  const value: unknown = outcome;
  if (isJsonObject(value)) {
    const kind = ownMember(value, 'kind');
    if (kind === 'validated' && typeof ownMember(value, 'text') === 'string') return outcome;
    if (kind === 'response' && isJsonObject(ownMember(value, 'body'))) return outcome;
    const words = [ownMember(value, 'classification'), ownMember(value, 'message')];
    if (kind === 'failure' && words.every((word) => typeof word === 'string')) return outcome;
  }
  throw new TypeError(
    'The executor returned neither { kind: "response", body } nor { kind: "failure", classification, message }.',
  );
}
