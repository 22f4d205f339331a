import type { ExecutionOutcome, Executor, GraphQLRequest } from '../core/call.ts';
import { stopSignalOf, type CallContext } from '../core/caller.ts';
import { isJsonObject, ownMember } from '../core/json.ts';
import { Roster } from '../core/roster.ts';
import { bindVariables, type Environment } from './bound-variables.ts';
import { CallStop } from './call-stop.ts';
import { failure, stopFailure } from './failures.ts';

/** An executor that code brought, and what it is held to. */
export interface BroughtOptions {
  readonly executor: Executor;
  /** Deadline of a call in milliseconds, for tools without one of their own. */
  readonly timeoutMs: number;
  /** Values for variables bound with `fromEnv`. */
  readonly environment: Environment;
  /** Is told what the executor throws; answers a reference that says nothing. */
  readonly reportBug: (error: unknown) => string;
}

/**
 * Does for an executor of somebody else what those of the gateway do themselves: bound variables are
 * filled in, a call has a deadline, of which its signal tells, and what is thrown, or is no outcome,
 * becomes a result that an agent can act on.
 */
export function createBroughtExecutor(options: BroughtOptions): Executor {
  const { executor, environment, reportBug } = options;
  const running = new Roster<CallStop>();

  async function run(request: GraphQLRequest, context: CallContext): Promise<ExecutionOutcome> {
    const bound = bindVariables(request, context, environment);
    if (bound.kind === 'failure') return bound;
    const { tool } = request;
    const timeoutMs = tool.timeoutMs ?? options.timeoutMs;
    const signal = stopSignalOf(context);
    if (signal?.aborted) return stopFailure('cancelled', { timeoutMs, mayHaveRun: false });
    const aborter = new AbortController();
    const stop = new CallStop(signal, timeoutMs, running);
    const mayHaveRun = tool.operation.kind === 'mutation';
    const given = { caller: context.caller, headers: context.headers, signal: aborter.signal };
    const ended = new Promise<ExecutionOutcome>((resolve) => {
      stop.onStop(() => {
        resolve(stopFailure(stop.reason ?? 'cancelled', { timeoutMs, mayHaveRun }));
        aborter.abort();
      });
    });
    try {
      return await Promise.race([ended, answerOf({ tool, variables: bound.variables }, given)]);
    } finally {
      stop.end();
    }
  }

  async function answerOf(request: GraphQLRequest, context: CallContext) {
    try {
      return outcomeOf(await executor.execute(request, context));
    } catch (error) {
      // what is thrown because the call was ended is no bug, and nobody waits for it
      const reference = context.signal.aborted ? 'none' : reportBug(error);
      return failure(
        'INTERNAL_ERROR',
        `The operation could not be executed. Reference: ${reference}.`,
      );
    }
  }

  return {
    execute: run,
    isDown: () => executor.isDown?.() ?? false,
    async close() {
      for (const stop of running.all()) stop.stop('closed');
      await executor.close();
    },
  };
}

/** An outcome as it was given; throws for anything else, for the compiler may not have seen it. */
function outcomeOf(outcome: ExecutionOutcome): ExecutionOutcome {
  const given: unknown = outcome;
  if (isJsonObject(given)) {
    const kind = ownMember(given, 'kind');
    if (kind === 'validated') return outcome;
    if (kind === 'response' && isJsonObject(ownMember(given, 'body'))) return outcome;
    const words = [ownMember(given, 'classification'), ownMember(given, 'message')];
    if (kind === 'failure' && words.every((word) => typeof word === 'string')) return outcome;
  }
  throw new TypeError(
    'The executor answered neither { kind: "response", body } nor { kind: "failure", classification, message }.',
  );
}
