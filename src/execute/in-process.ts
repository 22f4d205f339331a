import {
  execute,
  parse,
  versionInfo,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { ExecutionOutcome, Executor, GraphQLRequest } from '../core/call.ts';
import { stopSignalOf, type CallContext } from '../core/caller.ts';
import type { Tool } from '../core/tool.ts';
import { bindVariables, type Environment } from './bound-variables.ts';
import { Roster } from '../core/roster.ts';
import { CallStop } from './call-stop.ts';
import { failure, stopFailure } from './failures.ts';

/** What an in-process executor needs. */
export interface InProcessOptions {
  /** Any executable schema, made by the same copy of graphql-js as the gateway's. */
  readonly schema: GraphQLSchema;
  /** Makes the resolvers' context of a call; without it they get the `CallContext` itself. */
  readonly contextOf?: (context: CallContext) => unknown;
  readonly rootValue?: unknown;
  /** Deadline of a call in milliseconds, for tools without one of their own. @default 50_000 */
  readonly timeoutMs?: number;
  /** Values for variables bound with `fromEnv`. @default none */
  readonly environment?: Environment;
  /** Is told what `contextOf` or graphql threw: a bug of whoever wrote it, and not for the agent. */
  readonly onError?: (error: unknown) => void;
}

/** The arguments of `execute`; graphql 17 takes an abort signal, 16 has no name for it. */
type AbortableArgs = ExecutionArgs & { readonly abortSignal?: AbortSignal };

type Execution = ExecutionResult | Promise<ExecutionResult>;

/**
 * Runs operations on an executable schema, with graphql 16 or 17.
 *
 * A call that is ended early is answered at once. Resolvers that still run are told through the
 * abort signal of graphql 17; under graphql 16 they run to their end and are not heard.
 */
export function createInProcessExecutor(options: InProcessOptions): Executor {
  const { schema, rootValue, contextOf, timeoutMs = 50_000, environment = new Map() } = options;
  const documents = new WeakMap<Tool, DocumentNode>();
  const running = new Roster<CallStop>();

  function start(request: GraphQLRequest, context: CallContext, aborter: Aborter): Execution {
    const { tool, variables } = request;
    const executeWith = (contextValue: unknown): Execution => {
      const args: AbortableArgs = {
        schema,
        document: documentOf(tool, documents),
        rootValue,
        contextValue,
        variableValues: variables,
        operationName: tool.operation.name,
        ...(aborter && { abortSignal: aborter.signal }),
      };
      return execute(args);
    };
    const contextValue = contextOf ? contextOf(context) : context;
    return isPromise(contextValue) ? contextValue.then(executeWith) : executeWith(contextValue);
  }

  async function run(request: GraphQLRequest, context: CallContext): Promise<ExecutionOutcome> {
    const bound = bindVariables(request, context, environment);
    if (bound.kind === 'failure') return bound;
    const { tool } = request;
    const deadline = tool.timeoutMs ?? timeoutMs;
    const aborter: Aborter = versionInfo.major >= 17 ? new AbortController() : undefined;
    const signal = stopSignalOf(context);
    if (signal?.aborted) {
      return stopFailure('cancelled', { timeoutMs: deadline, mayHaveRun: false });
    }
    try {
      const execution = start({ tool, variables: bound.variables }, context, aborter);
      // an operation whose resolvers are all synchronous needs no timer and no listener
      if (!isPromise(execution)) return outcomeOf(execution);
      const stop = new CallStop(signal, deadline, running);
      const result = await beforeStop(execution, stop, aborter);
      if (result) return outcomeOf(result);
      const mayHaveRun = tool.operation.kind === 'mutation';
      return stopFailure(stop.reason ?? 'cancelled', { timeoutMs: deadline, mayHaveRun });
    } catch (error) {
      options.onError?.(error);
      return failure('INTERNAL_ERROR', 'The operation could not be executed.');
    }
  }

  return {
    execute: run,
    async close() {
      for (const stop of running.all()) stop.stop('closed');
    },
  };
}

type Aborter = AbortController | undefined;

/** Waits for an execution, or answers undefined when the call is ended before. */
async function beforeStop(
  execution: Promise<ExecutionResult>,
  stop: CallStop,
  aborter: Aborter,
): Promise<ExecutionResult | undefined> {
  try {
    return await new Promise<ExecutionResult | undefined>((resolve, reject) => {
      execution.then(resolve, reject);
      stop.onStop(() => resolve(undefined));
    });
  } finally {
    stop.end();
    if (stop.reason) aborter?.abort();
  }
}

function documentOf(tool: Tool, documents: WeakMap<Tool, DocumentNode>): DocumentNode {
  const known = documents.get(tool);
  if (known) return known;
  const document = parse(tool.operation.document, { noLocation: true });
  documents.set(tool, document);
  return document;
}

function outcomeOf({ data, errors }: ExecutionResult): ExecutionOutcome {
  if (!errors) return { kind: 'response', body: { data } };
  // toJSON gives what a server would write: message, path and extensions as plain members
  const plain = errors.map((error) => error.toJSON());
  return {
    kind: 'response',
    body: data === undefined ? { errors: plain } : { data, errors: plain },
  };
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}
