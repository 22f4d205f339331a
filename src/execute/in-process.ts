import {
  execute,
  parse,
  versionInfo,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { ExecutionOutcome, Executor, GraphQLRequest, CallContext } from '../core/call.ts';
import { memoizeWeakly } from '../core/memo.ts';
import type { Tool } from '../core/tool.ts';
import type { Environment } from '../http/proxy.ts';
import { runBounded } from './bounded-call.ts';
import type { CallStop } from './model/call-stop.ts';
import { afterExecuting, failure } from './model/failures.ts';

export interface InProcessOptions {
  /** An executable schema, created with the gateway's copy of graphql-js. */
  readonly schema: GraphQLSchema;
  /** Creates the context of the resolvers; without it they receive the `CallContext`. */
  readonly contextOf?: (context: CallContext) => unknown;
  readonly rootValue?: unknown;
  /** Deadline of tools without their own, in milliseconds. @default 50_000 */
  readonly timeoutMs?: number;
  /** Values for variables bound with `fromEnv`. @default none */
  readonly environment?: Environment;
  /** Receives errors thrown by `contextOf` or graphql, which agents must not see. */
  readonly onError?: (error: unknown) => void;
}

/** The arguments of `execute`; `abortSignal` exists from graphql 17 on. */
type AbortableArgs = ExecutionArgs & { readonly abortSignal?: AbortSignal };

/**
 * Creates an executor that runs operations on an executable schema, with graphql 16 or 17.
 *
 * A call that is stopped is answered immediately. Resolvers that are still running are aborted by
 * the signal of graphql 17; with graphql 16 they run to their end, and their results are ignored.
 */
export function createInProcessExecutor(options: InProcessOptions): Executor {
  const { schema, rootValue, contextOf, timeoutMs = 50_000, environment = new Map() } = options;
  const documentOf = memoizeWeakly((tool: Tool) =>
    parse(tool.operation.document, { noLocation: true }),
  );
  const bounds = { timeoutMs, environment, running: new Set<CallStop>() };

  async function prepare(
    { tool, variables }: GraphQLRequest,
    context: CallContext,
    stop: CallStop,
  ): Promise<AbortableArgs> {
    return {
      schema,
      document: documentOf(tool),
      rootValue,
      contextValue: contextOf ? await contextOf(context) : context,
      variableValues: variables,
      operationName: tool.operation.name,
      ...(versionInfo.major >= 17 && { abortSignal: stop.abortSignal }),
    };
  }

  return {
    execute: (request, context) =>
      runBounded(request, context, bounds, async (bound, stop) => {
        let hasStarted = false;
        try {
          const args = await prepare(bound, context, stop);
          hasStarted = true;
          return outcomeOf(await execute(args));
        } catch (error) {
          // an exception after the call was stopped is usually the abort itself
          if (!stop.aborted) options.onError?.(error);
          const mayHaveRun = hasStarted && bound.tool.operation.kind === 'mutation';
          const outcome = failure('INTERNAL_ERROR', 'The operation could not be executed.');
          return afterExecuting(outcome, mayHaveRun);
        }
      }),
    async close() {
      for (const stop of bounds.running) stop.stop('closed');
    },
  };
}

function outcomeOf({ data, errors }: ExecutionResult): ExecutionOutcome {
  if (!errors) return { kind: 'response', body: { data } };
  // toJSON returns what a server would send: message, path and extensions as plain members
  const plain = errors.map((error) => error.toJSON());
  return {
    kind: 'response',
    body: data === undefined ? { errors: plain } : { data, errors: plain },
  };
}
