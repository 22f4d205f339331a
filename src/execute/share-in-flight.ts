import type { ExecutionOutcome } from '../core/call.ts';
import type { HttpCall } from './send-call.ts';

/** Lets identical concurrent calls share one request. */
export interface SharedCalls {
  /**
   * Joins the call in progress for `key`, or starts one.
   *
   * A caller that cancels receives `abandoned`. The shared call is aborted when all of its callers
   * have cancelled.
   */
  join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<ExecutionOutcome>,
  ): Promise<ExecutionOutcome>;
}

interface SharedCall {
  readonly outcome: Promise<ExecutionOutcome>;
  readonly aborter: AbortController;
  waiting: number;
}

/** Creates the table of calls in progress. */
export function createSharedCalls(abandoned: ExecutionOutcome): SharedCalls {
  const calls = new Map<string, SharedCall>();

  function begin(
    key: string,
    start: (signal: AbortSignal) => Promise<ExecutionOutcome>,
  ): SharedCall {
    const aborter = new AbortController();
    const outcome = start(aborter.signal).finally(() => {
      if (calls.get(key) === call) calls.delete(key);
    });
    const call: SharedCall = { outcome, aborter, waiting: 0 };
    calls.set(key, call);
    return call;
  }

  return {
    async join(key, signal, start) {
      if (signal.aborted) return abandoned;
      const call = calls.get(key) ?? begin(key, start);
      call.waiting += 1;
      let cancel: () => void = () => undefined;
      const cancelled = new Promise<ExecutionOutcome>((resolve) => {
        cancel = () => resolve(abandoned);
        signal.addEventListener('abort', cancel);
      });
      try {
        return await Promise.race([call.outcome, cancelled]);
      } finally {
        signal.removeEventListener('abort', cancel);
        call.waiting -= 1;
        if (call.waiting === 0) {
          // another caller must not join a call that is being aborted
          if (calls.get(key) === call) calls.delete(key);
          call.aborter.abort();
        }
      }
    },
  };
}

/** Headers that differ between calls without affecting the response. */
const perCall = new Set(['traceparent', 'tracestate']);

/** The key of calls that may share a request: caller, operation, variables and headers. */
export function shareKey({ tool, caller, variables, headers }: HttpCall): string {
  const sent: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!perCall.has(name)) sent.push(name, headers[index + 1] ?? '');
  }
  const { name, hash } = tool.operation;
  return JSON.stringify([caller ?? null, name, hash, variables, sent]);
}
