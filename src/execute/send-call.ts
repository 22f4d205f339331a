import type { ExecutionOutcome } from '../core/call.ts';
import { attempt, type AttemptedCall } from './attempt.ts';
import type { Breaker } from './breaker.ts';
import type { CallStop } from './call-stop.ts';
import { breakerFailure } from './error-text.ts';
import type { Channel } from './exchange.ts';
import { stopFailure } from './failures.ts';
import type { FlatHeaders } from './headers.ts';
import type { HttpRequest, RequestForm, RequestWriter } from './http-request.ts';
import type { PersistedStrategy } from './persisted.ts';
import type { RetryPolicy } from './retry.ts';
import type { UploadBody } from './upload.ts';

/** One call of a tool, ready to be sent. */
export interface HttpCall extends AttemptedCall {
  readonly headers: FlatHeaders;
  /** The variables as JSON. */
  readonly variables: string;
  /** Present when files are uploaded. */
  readonly upload: UploadBody | undefined;
}

/** What sends calls: one of each for an upstream. */
export interface SendingParts {
  readonly channel: Channel;
  readonly writer: RequestWriter;
  readonly persisted: PersistedStrategy;
  readonly retries: RetryPolicy;
  readonly breaker: Breaker;
}

/** Sends a call, again where that is harmless and may help, until there is an outcome. */
export async function sendCall(
  parts: SendingParts,
  call: HttpCall,
  stop: CallStop,
): Promise<ExecutionOutcome> {
  const { persisted, retries, writer } = parts;
  const deadlineAt = call.now() + call.timeoutMs;
  retries.started();
  if (call.upload) {
    const request = writer.writeUpload(call.tool, call.upload, call.headers);
    return sendWithRetries(parts, request, call, { stop, deadlineAt });
  }
  let form: RequestForm | undefined = persisted.first();
  for (;;) {
    const request = writer.write(call.tool, call.variables, form, call.headers);
    const outcome = await sendWithRetries(parts, request, call, { stop, deadlineAt });
    form = persisted.next(form, outcome);
    if (!form) return outcome;
  }
}

interface CallEnd {
  readonly stop: CallStop;
  readonly deadlineAt: number;
}

async function sendWithRetries(
  { channel, retries, breaker }: SendingParts,
  request: HttpRequest,
  call: HttpCall,
  { stop, deadlineAt }: CallEnd,
): Promise<ExecutionOutcome> {
  let last: ExecutionOutcome | undefined;
  for (let attempts = 1; ; attempts++) {
    const pass = breaker.tryPass();
    if (!pass) return last ?? breakerFailure(breaker.waitSeconds());
    const { outcome, health, mayRetry, retryAfterSeconds } = await attempt(
      channel,
      request,
      stop,
      call,
    );
    breaker.report(health, pass);
    if (!mayRetry) return outcome;
    const delay = retries.delayMs(attempts, deadlineAt - call.now(), retryAfterSeconds);
    if (delay === undefined) return outcome;
    await pause(delay, stop);
    if (stop.reason) {
      return stopFailure(stop.reason, { timeoutMs: call.timeoutMs, mayHaveRun: false });
    }
    last = outcome;
  }
}

/** Waits, but not beyond the end of the call. */
function pause(ms: number, stop: CallStop): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop.onStop(undefined);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.onStop(done);
  });
}
