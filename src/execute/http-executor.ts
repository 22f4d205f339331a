import type { AccessTokenOptions } from '../config/model/token-options.ts';
import type { HttpOptions, UpstreamOptions } from '../config/upstream-options.ts';
import { resolveHttp } from '../config/resolve-upstream.ts';
import type { Template } from '../config/rules/template.ts';
import {
  callerKey,
  type ExecutionOutcome,
  type Executor,
  type GraphQLRequest,
  stopSignalOf,
  type CallContext,
} from '../core/call.ts';
import { createHttpClient } from '../http/client.ts';
import type { Environment } from '../http/proxy.ts';
import { CallStop } from './model/call-stop.ts';
import { queueFullFailure, stopFailure, type Failure } from './model/failures.ts';
import { createAccessTokens, type AccessTokens } from './caller/access-token.ts';
import { createHeadersOf, type HeadersOf } from './caller/headers.ts';
import { createPersistedStrategy, createRequestWriter } from './request.ts';
import { createQueue, type Queue } from './queue.ts';
import { createBreaker, createRetryPolicy } from './retry.ts';
import { sendCall, type HttpCall, type SendingParts } from './send-call.ts';
import { createSharedCalls, shareKey } from './share-in-flight.ts';
import { planUpload } from './upload.ts';
import { createRequestCompletion, type RequestHeaders } from './caller/request-headers.ts';
import { bindVariables, writeVariables } from './caller/variables.ts';

/** The options of an upstream, and its environment. */
export interface HttpExecutorOptions extends Pick<
  UpstreamOptions,
  'headers' | 'forwardHeaders' | 'timeoutMs' | 'persisted' | 'persistedPrefix'
> {
  /** URL of the GraphQL API. */
  readonly endpoint: string;
  /** Headers with values of the caller. */
  readonly callerHeaders?: ReadonlyMap<string, Template>;
  readonly accessToken?: AccessTokenOptions | undefined;
  /** Completes the headers of each request. */
  readonly requestHeaders?: RequestHeaders | undefined;
  /** Logs an error of `requestHeaders`; returns a reference for the agent. @default none */
  readonly reportBug?: (error: unknown) => string;
  readonly http?: HttpOptions;
  /** Maximum size of a result, in bytes. @default 100_000 */
  readonly maxResultBytes?: number;
  /** Environment variables, for proxies and for variables bound with `fromEnv`. @default none */
  readonly environment?: Environment;
  /** Called once if the API does not support automatic persisted queries. */
  readonly onUnsupported?: () => void;
  /** Returns a number from 0 to below 1, for the jitter of retries. @default Math.random */
  readonly random?: () => number;
  /** The time of day in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** Milliseconds since some moment, which no change of the clock affects. @default performance.now */
  readonly elapsed?: () => number;
}

/**
 * Creates an executor that runs operations against a GraphQL API over HTTP.
 *
 * A call waits for a place in the queue, is sent, and is sent again if that is safe: all within one
 * deadline, and all of it stops when the caller cancels. The API's errors are outcomes; no outcome's
 * message contains a host, an address or a token.
 *
 * The options must have passed the check of the configuration. Throws a `GatewayError` for a
 * certificate file or a proxy that cannot be used.
 */
export function createHttpExecutor(options: HttpExecutorOptions): Executor {
  const upstream = createUpstream(options);
  const { parts, queue, sharesInFlight, accessTokens } = upstream;
  const shared = createSharedCalls(stopFailure('cancelled', { timeoutMs: 0, mayHaveRun: false }));
  const running = new Set<CallStop>();
  let isClosed = false;

  async function run(call: HttpCall, cancelled?: AbortSignal): Promise<ExecutionOutcome> {
    const stop = new CallStop(cancelled, call.timeoutMs, running);
    if (isClosed) stop.stop('closed');
    try {
      const result = queue.enter(call.caller, call.bytes, stop);
      const entered = typeof result === 'string' ? result : await result;
      const { reason = 'cancelled' } = stop;
      if (entered === 'full' || (entered === 'stopped' && reason === 'deadline')) {
        return queueFullFailure();
      }
      if (entered === 'stopped') {
        return stopFailure(reason, { timeoutMs: call.timeoutMs, mayHaveRun: false });
      }
      try {
        return await sendCall(parts, call, stop);
      } finally {
        queue.leave(call.caller);
      }
    } finally {
      stop.end();
    }
  }

  async function send(call: HttpCall, context: CallContext): Promise<ExecutionOutcome> {
    if (!sharesInFlight || call.isMutation || call.upload) return run(call, stopSignalOf(context));
    const key = shareKey(call);
    return shared.join(key, context.signal, (signal) => run(call, signal));
  }

  async function sendWithToken(
    call: HttpCall,
    context: CallContext,
    tokens: AccessTokens,
  ): Promise<ExecutionOutcome> {
    const stop = new CallStop(stopSignalOf(context), call.timeoutMs, running);
    const startedAt = parts.elapsed();
    const token = await stop.race(tokens.get(context)).finally(() => stop.end());
    const { timeoutMs } = call;
    if (token === undefined) {
      return stopFailure(stop.reason ?? 'cancelled', { timeoutMs, mayHaveRun: false });
    }
    if (typeof token === 'object') return token;
    const outcome = await send(
      {
        ...call,
        headers: [...call.headers, 'authorization', `Bearer ${token}`],
        timeoutMs: Math.max(1, Math.ceil(timeoutMs - (parts.elapsed() - startedAt))),
      },
      context,
    );
    if (isUnauthorized(outcome)) tokens.forget(context);
    return outcome;
  }

  return {
    async execute(request, context) {
      const call = prepareCall(upstream, request, context);
      if ('kind' in call) return call;
      return accessTokens ? sendWithToken(call, context, accessTokens) : send(call, context);
    },
    isDown: () => parts.breaker.isOpen(),
    async close() {
      isClosed = true;
      for (const stop of running) stop.stop('closed');
      await accessTokens?.close();
      await parts.client.close();
    },
  };
}

/** Whether the API does not accept the token. */
function isUnauthorized(outcome: ExecutionOutcome): boolean {
  if (outcome.kind === 'response') return outcome.status === 401;
  return outcome.kind === 'failure' && outcome.classification === 'UNAUTHORIZED';
}

/** The parts that all calls of an upstream share. */
interface Upstream {
  readonly parts: SendingParts;
  readonly queue: Queue;
  readonly sharesInFlight: boolean;
  readonly headersOf: HeadersOf;
  readonly accessTokens: AccessTokens | undefined;
  readonly maxUploadBytes: number;
  readonly environment: Environment;
  readonly timeoutMs: number;
}

function createUpstream(options: HttpExecutorOptions): Upstream {
  const { environment = new Map(), now = Date.now, random = Math.random } = options;
  const { elapsed = () => performance.now(), accessToken, requestHeaders } = options;
  const { reportBug = () => 'none' } = options;
  const http = resolveHttp(options.http);
  const endpoint = new URL(options.endpoint);
  const { caFile } = http;
  return {
    accessTokens: accessToken && createAccessTokens(accessToken, { environment, caFile, now }),
    parts: {
      client: createHttpClient({
        origin: endpoint.origin,
        maxConnections: http.maxConcurrent,
        caFile,
        environment,
      }),
      writer: createRequestWriter(endpoint, http.method, options.persistedPrefix),
      persisted: createPersistedStrategy(options.persisted ?? 'document', options.onUnsupported),
      retries: createRetryPolicy({ attempts: http.attempts, random }),
      breaker: createBreaker({ failures: http.breakerFailures, openMs: http.breakerMs, elapsed }),
      maxResponseBytes: http.maxResponseBytes,
      maxAnswerBytes: Math.min(http.maxResponseBytes, largestAnswer(options.maxResultBytes)),
      complete:
        requestHeaders && createRequestCompletion(endpoint.origin, requestHeaders, reportBug),
      now,
      elapsed,
    },
    queue: createQueue(http.maxConcurrent, http.maxQueued),
    // the key of a shared call does not contain what the hook adds
    sharesInFlight: http.shareInFlight && !requestHeaders,
    headersOf: createHeadersOf(options),
    maxUploadBytes: http.maxUploadBytes,
    environment,
    timeoutMs: options.timeoutMs ?? 50_000,
  };
}

/**
 * Size of an answer beyond which no result can be made of it, so that it is not even parsed: white
 * space, extensions and errors may make it larger than the result.
 */
function largestAnswer(maxResultBytes = 100_000): number {
  return Math.max(65_536, maxResultBytes * 4);
}

function prepareCall(
  { environment, maxUploadBytes, headersOf, timeoutMs }: Upstream,
  request: GraphQLRequest,
  context: CallContext,
): HttpCall | Failure {
  const { tool } = request;
  const bound = bindVariables(request, context, environment);
  if (bound.kind === 'failure') return bound;
  const headers = headersOf(context);
  if ('kind' in headers) return headers;
  const { kind, takesFiles } = tool.operation;
  const upload = takesFiles ? planUpload(bound.variables, maxUploadBytes) : undefined;
  if (upload && 'kind' in upload) return upload;
  const variables = upload ? '' : writeVariables(bound.variables);
  return {
    tool,
    context,
    caller: callerKey(context.caller),
    headers,
    variables,
    upload,
    bytes: upload ? upload.bytes : variables.length,
    isMutation: kind === 'mutation',
    timeoutMs: tool.timeoutMs ?? timeoutMs,
  };
}
