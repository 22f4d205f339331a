import type { CallContext, ExecutionOutcome } from '../core/call.ts';
import type { Tool } from '../core/tool.ts';
import type { HttpClient, HttpResult } from '../http/client.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { CallStop } from './model/call-stop.ts';
import {
  afterSending,
  breakerFailure,
  encodingFailure,
  networkFailure,
  redirectFailure,
  stopFailure,
} from './model/failures.ts';
import type { FlatHeaders } from './caller/headers.ts';
import type { CompleteRequest } from './caller/request-headers.ts';
import { judgeForm, type PersistedStrategy, type RequestWriter } from './request.ts';
import { readResponse, statusFailure } from './response.ts';
import type { Breaker, Health, RetryPolicy } from './retry.ts';
import type { UploadBody } from './upload.ts';

/** One call of a tool, ready to be sent. */
export interface HttpCall {
  readonly tool: Tool;
  readonly context: CallContext;
  /** Identifies the caller; undefined for an anonymous one. */
  readonly caller: string | undefined;
  readonly headers: FlatHeaders;
  /** The variables as JSON. */
  readonly variables: string;
  /** Present if files are uploaded. */
  readonly upload: UploadBody | undefined;
  /** Approximate size of the variables and files. */
  readonly bytes: number;
  readonly isMutation: boolean;
  readonly timeoutMs: number;
}

/** The parts of an upstream that send calls. */
export interface SendingParts {
  readonly client: HttpClient;
  readonly writer: RequestWriter;
  readonly persisted: PersistedStrategy;
  readonly retries: RetryPolicy;
  readonly breaker: Breaker;
  /** Completes a request before it is sent. */
  readonly complete: CompleteRequest | undefined;
  readonly maxResponseBytes: number;
  /** Limit for tools whose results contain no files: what is larger cannot become a result. */
  readonly maxAnswerBytes: number;
  /** The time of day in milliseconds since 1970, to which headers refer. */
  readonly now: () => number;
  /** Milliseconds since some moment, which no change of the clock affects. */
  readonly elapsed: () => number;
}

/** Sends a call, repeatedly if that is safe and may help, until there is an outcome. */
export async function sendCall(
  parts: SendingParts,
  call: HttpCall,
  stop: CallStop,
): Promise<ExecutionOutcome> {
  const { persisted, retries, writer, elapsed } = parts;
  const run = { call, stop, deadlineAt: elapsed() + call.timeoutMs };
  retries.started();
  if (call.upload) {
    return sendWithRetries(parts, writer.writeUpload(call.tool, call.upload, call.headers), run);
  }
  let form = persisted.first();
  for (;;) {
    const request = writer.write(call.tool, call.variables, form, call.headers);
    const outcome = await sendWithRetries(parts, request, run);
    const next = persisted.next(form, outcome);
    if (!next) return judgeForm(form, outcome);
    form = next;
  }
}

/** A call in progress. */
interface Run {
  readonly call: HttpCall;
  readonly stop: CallStop;
  readonly deadlineAt: number;
}

async function sendWithRetries(
  parts: SendingParts,
  request: HttpRequest,
  { call, stop, deadlineAt }: Run,
): Promise<ExecutionOutcome> {
  const { client, retries, breaker, complete, now, elapsed } = parts;
  const maxBytes = call.tool.content ? parts.maxResponseBytes : parts.maxAnswerBytes;
  let last: ExecutionOutcome | undefined;
  for (let attempts = 1; ; attempts++) {
    const completed = complete ? await stop.race(complete(request, call)) : request;
    if (completed && 'kind' in completed) return completed;
    const pass = breaker.tryPass();
    if (!pass) return last ?? breakerFailure(breaker.waitSeconds());
    const result = await client.send(completed ?? request, { maxBytes, signal: stop });
    const attempt = judge(result, call, stop, { maxBytes, nowMs: now() });
    breaker.report(attempt.health, pass);
    if (!attempt.mayRetry) return attempt.outcome;
    const delay = retries.delayMs(attempts, deadlineAt - elapsed(), attempt.retryAfterSeconds);
    if (delay === undefined) return attempt.outcome;
    await pause(delay, stop);
    if (stop.reason) {
      return stopFailure(stop.reason, { timeoutMs: call.timeoutMs, mayHaveRun: false });
    }
    last = attempt.outcome;
  }
}

/** Waits, at most until the call is stopped. */
async function pause(ms: number, stop: CallStop): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await stop.race(waited);
  clearTimeout(timer);
}

/** The result of sending a request once. */
interface Attempt {
  readonly outcome: ExecutionOutcome;
  readonly health: Health;
  /** Whether sending the request again is safe and may help. */
  readonly mayRetry: boolean;
  readonly retryAfterSeconds?: number | undefined;
}

const transientStatuses = new Set([429, 502, 503, 504]);
const unhealthyStatuses = new Set([502, 503, 504]);

/**
 * Judges the result of a request.
 *
 * A mutation is sent again only if none of it was written to a connection: otherwise the API may have
 * executed it, and the advice says so unless a GraphQL response came back.
 */
function judge(
  result: HttpResult,
  { tool, isMutation, timeoutMs }: HttpCall,
  stop: CallStop,
  { maxBytes, nowMs }: { readonly maxBytes: number; readonly nowMs: number },
): Attempt {
  switch (result.kind) {
    case 'response': {
      const { status } = result;
      const { outcome, retryAfterSeconds, isLimited } = readResponse(result, tool, nowMs);
      return {
        outcome: afterSending(outcome, isMutation, status),
        health: unhealthyStatuses.has(status) ? 'unhealthy' : 'healthy',
        mayRetry: !isMutation && (isLimited || transientStatuses.has(status)),
        retryAfterSeconds,
      };
    }
    case 'redirect':
      return final(redirected(result, isMutation));
    case 'undecodable':
      return final(afterSending(encodingFailure(result.problem), isMutation));
    case 'too-large': {
      const outcome = statusFailure(result.status) ?? ({ kind: 'too-large', maxBytes } as const);
      return final(afterSending(outcome, isMutation, result.status));
    }
    case 'stopped': {
      const reason = stop.reason ?? 'cancelled';
      const outcome = stopFailure(reason, { timeoutMs, mayHaveRun: isMutation && result.sent });
      return final(outcome, reason === 'deadline' ? 'unhealthy' : 'unknown');
    }
    case 'broken': {
      const mutationSent = isMutation && result.sent;
      return {
        outcome: networkFailure(result.error, mutationSent),
        health: 'unhealthy',
        mayRetry: !mutationSent && result.error.isTransient,
      };
    }
  }
}

/** Statuses of redirects that say nothing about whether the request was executed. */
const ambiguousRedirects = new Set([302, 303, 304]);

function redirected(
  { problem, status, target }: Extract<HttpResult, { readonly kind: 'redirect' }>,
  isMutation: boolean,
): ExecutionOutcome {
  const outcome = redirectFailure(problem, status, target);
  return afterSending(outcome, isMutation && ambiguousRedirects.has(status));
}

function final(outcome: ExecutionOutcome, health: Health = 'healthy'): Attempt {
  return { outcome, health, mayRetry: false };
}
