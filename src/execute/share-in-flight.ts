import type { ExecutionOutcome } from '../core/call.ts';
import type { Caller } from '../core/caller.ts';
import type { HttpCall } from './send-call.ts';

/** Lets identical calls that are under way at the same time share one request. */
export interface SharedCalls {
  /**
   * Joins the call under way for `key`, or starts one.
   *
   * The shared call is aborted when everybody who waits for it has given up. A caller that gives up
   * alone gets `abandoned`.
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

/** Makes a register of calls under way; it is bounded by the calls that are. */
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
      let giveUp: () => void = () => undefined;
      const gaveUp = new Promise<ExecutionOutcome>((resolve) => {
        giveUp = () => resolve(abandoned);
        signal.addEventListener('abort', giveUp);
      });
      try {
        return await Promise.race([call.outcome, gaveUp]);
      } finally {
        signal.removeEventListener('abort', giveUp);
        call.waiting -= 1;
        if (call.waiting === 0) {
          // a newcomer must not join a call that is being aborted
          if (calls.get(key) === call) calls.delete(key);
          call.aborter.abort();
        }
      }
    },
  };
}

/** Names of the headers that differ from call to call, and that no answer depends on. */
const perCall = new Set(['traceparent', 'tracestate']);

/**
 * What two calls must have in common to share a request: the caller, the operation, the variables
 * and every header that is sent.
 */
export function shareKey({ tool, variables, headers }: HttpCall, { subject }: Caller): string {
  const sent: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!perCall.has(name)) sent.push(name, headers[index + 1] ?? '');
  }
  const { name, hash } = tool.operation;
  return JSON.stringify([subject ?? null, name, hash, variables, sent]);
}
