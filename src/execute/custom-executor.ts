import type { ExecutionOutcome, Executor } from '../core/call.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import type { Environment } from '../http/proxy.ts';
import { runBounded } from './bounded-call.ts';
import type { CallStop } from './model/call-stop.ts';
import { afterExecuting, failure } from './model/failures.ts';

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
  const { executor, reportBug } = options;
  const bounds = { ...options, running: new Set<CallStop>() };

  return {
    execute: (request, context) =>
      runBounded(request, context, bounds, async (bound, stop) => {
        const { caller, headers } = context;
        const isMutation = bound.tool.operation.kind === 'mutation';
        try {
          const signal = stop.abortSignal;
          const outcome = await executor.execute(bound, { caller, headers, signal });
          return afterExecuting(checkOutcome(outcome), isMutation);
        } catch (error) {
          // an exception after the call was stopped is usually the abort itself
          const reference = stop.aborted ? 'none' : reportBug(error);
          const message = `The operation could not be executed. Reference: ${reference}.`;
          return afterExecuting(failure('INTERNAL_ERROR', message), isMutation);
        }
      }),
    isDown: () => executor.isDown?.() ?? false,
    async close() {
      for (const stop of bounds.running) stop.stop('closed');
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
