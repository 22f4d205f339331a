import type { ExecutionOutcome, Executor, GraphQLRequest } from '../core/call.ts';
import { stopSignalOf, type CallContext } from '../core/caller.ts';
import { Roster } from '../core/roster.ts';
import { bindVariables, type Environment } from './bound-variables.ts';
import { createBreaker } from './breaker.ts';
import { CallStop } from './call-stop.ts';
import { createConnections, type Connections } from './connections.ts';
import { queueFullFailure } from './error-text.ts';
import { stopFailure, type Failure } from './failures.ts';
import { createHeadersOf, type HeadersOf } from './headers.ts';
import { createRequestWriter } from './http-request.ts';
import { readHttpSettings, type HttpExecutorOptions, type HttpSettings } from './http-settings.ts';
import { createPersistedStrategy } from './persisted.ts';
import { createQueue, type Queue } from './queue.ts';
import { createRetryPolicy } from './retry.ts';
import { sendCall, type HttpCall, type SendingParts } from './send-call.ts';
import { createSharedCalls, shareKey } from './share-in-flight.ts';
import { createUploadPlanner, type UploadPlanner } from './upload.ts';
import { writeVariables } from './write-variables.ts';

/**
 * Runs operations against a GraphQL API over HTTP.
 *
 * A call waits for its turn, is sent, and is sent again where that is harmless: all of it within
 * one deadline, and all of it stops when the caller gives up. Whatever the API does is an outcome;
 * no outcome's message names a host, an address or a token.
 *
 * The endpoint and the headers are those of a configuration that was checked. Throws a `GatewayError`
 * for a certificate file that cannot be used.
 */
export function createHttpExecutor(options: HttpExecutorOptions): Executor {
  const upstream = createUpstream(options);
  const { settings, parts, queue } = upstream;
  const shared = createSharedCalls(stopFailure('cancelled', { timeoutMs: 0, mayHaveRun: false }));
  const running = new Roster<CallStop>();
  let closed = false;

  async function run(call: HttpCall, signal: AbortSignal | undefined): Promise<ExecutionOutcome> {
    const stop = new CallStop(signal, call.timeoutMs, running);
    if (closed) stop.stop('closed');
    try {
      const turn = queue.tryEnter() ? 'entered' : await queue.enter(stop);
      if (turn === 'full') return queueFullFailure();
      if (turn === 'stopped') return neverSent(stop, call);
      try {
        return await sendCall(parts, call, stop);
      } finally {
        queue.leave();
      }
    } finally {
      stop.end();
    }
  }

  return {
    async execute(request, context) {
      const call = prepareCall(upstream, request, context);
      if ('kind' in call) return call;
      const alone = !settings.shareInFlight || call.mutation || call.upload !== undefined;
      if (alone) return run(call, stopSignalOf(context));
      const key = shareKey(call, context.caller);
      return shared.join(key, context.signal, (signal) => run(call, signal));
    },
    isDown: () => parts.breaker.isOpen(),
    async close() {
      closed = true;
      for (const stop of running.all()) stop.stop('closed');
      await upstream.connections.close();
    },
  };
}

/** Everything an upstream has one of. */
interface Upstream {
  readonly settings: HttpSettings;
  readonly connections: Connections;
  readonly parts: SendingParts;
  readonly queue: Queue;
  readonly headersOf: HeadersOf;
  readonly planUpload: UploadPlanner;
  readonly environment: Environment;
  readonly timeoutMs: number;
  readonly now: () => number;
}

function createUpstream(options: HttpExecutorOptions): Upstream {
  const { environment = new Map(), now = Date.now, random = Math.random } = options;
  const settings = readHttpSettings(options.http);
  const { maxConcurrent, maxQueued, maxResponseBytes, certificates } = settings;
  const endpoint = new URL(options.endpoint);
  const { origin } = endpoint;
  const connections = createConnections({
    origin,
    maxConnections: maxConcurrent,
    environment,
    ...(certificates === undefined ? {} : { certificates }),
  });
  return {
    connections,
    settings,
    parts: {
      channel: {
        get dispatcher() {
          return connections.open();
        },
        origin,
        maxBytes: maxResponseBytes,
      },
      writer: createRequestWriter(endpoint, settings.method, options.persistedPrefix),
      persisted: createPersistedStrategy(options.persisted ?? 'document'),
      retries: createRetryPolicy({ attempts: settings.attempts, random }),
      breaker: createBreaker({
        failures: settings.breakerFailures,
        openMs: settings.breakerMs,
        now,
      }),
    },
    queue: createQueue(maxConcurrent, maxQueued),
    headersOf: createHeadersOf({
      headers: options.headers ?? {},
      forwardHeaders: options.forwardHeaders ?? {},
    }),
    planUpload: createUploadPlanner(settings.maxUploadBytes),
    environment,
    timeoutMs: options.timeoutMs ?? 50_000,
    now,
  };
}

function prepareCall(
  { environment, planUpload, headersOf, timeoutMs, now }: Upstream,
  request: GraphQLRequest,
  context: CallContext,
): HttpCall | Failure {
  const { tool } = request;
  const bound = bindVariables(request, context, environment);
  if (bound.kind === 'failure') return bound;
  const plan = planUpload(tool, bound.variables);
  if (plan.kind === 'failure') return plan;
  return {
    tool,
    headers: headersOf(context),
    variables: plan.kind === 'none' ? writeVariables(bound.variables) : '',
    upload: plan.kind === 'none' ? undefined : plan.upload,
    mutation: tool.operation.kind === 'mutation',
    timeoutMs: tool.timeoutMs ?? timeoutMs,
    now,
  };
}

function neverSent(stop: CallStop, { timeoutMs }: HttpCall): Failure {
  return stopFailure(stop.reason ?? 'cancelled', { timeoutMs, mayHaveRun: false });
}
