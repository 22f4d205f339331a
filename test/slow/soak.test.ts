import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { ExecutionOutcome, Executor } from '../../src/core/call.ts';
import type { Tool } from '../../src/core/tool.ts';
import { answering, faults, startFaultServer, type Fault } from '../support/fault-server.ts';
import { callTool, testExecutor, toolFixture } from '../support/tool-fixture.ts';

/** Calls in all; a hundred at a time. */
const calls = 10_000;
const query = toolFixture('query Film { film { title } }');
const mutation = toolFixture('mutation Rate { film { title } }');
/** Never answered, so that it always runs into its deadline. */
const never = toolFixture('query Never { film { title } }', { timeoutMs: 5 });

/** Faults in turn: most requests succeed, the others end in every other way. */
const turns: readonly Fault[] = [
  faults.none,
  faults.none,
  faults.none,
  faults['reset after the request'],
  faults.none,
  faults['half of the JSON'],
  answering(503),
  faults['reset within the body'],
  faults.none,
];

function activeSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => /TCPSocket|TLS/.test(name)).length;
}

function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

async function callMany(
  executor: Executor,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const count = (outcome: ExecutionOutcome): void => {
    const kind = outcome.kind === 'failure' ? outcome.classification : outcome.kind;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  for (let done = 0; done < calls; done += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => {
      const tool: Tool = index % 10 === 0 ? never : index % 3 === 0 ? mutation : query;
      if (index % 7 !== 0) return callTool(executor, tool, {}, { signal });
      const client = new AbortController();
      const outcome = callTool(executor, tool, {}, { signal: client.signal });
      setImmediate(() => client.abort());
      return outcome;
    });
    for (const outcome of await Promise.all(batch)) count(outcome);
  }
  return counts;
}

describe(`${calls} calls that succeed and fail in every way`, () => {
  it('leave no socket, timer or listener behind', { timeout: 300_000 }, async () => {
    const sockets = activeSockets();
    const timers = activeTimers();
    const server = await startFaultServer({
      onRequest: (socket, count, path, body) => {
        if (body.includes('Never')) return;
        turns[count % turns.length]?.onRequest?.(socket, count, path, body);
      },
    });
    const executor = testExecutor({
      endpoint: server.origin,
      timeoutMs: 60_000,
      http: { breakerFailures: 0, maxConcurrent: 32 },
    });
    const client = new AbortController();
    const counts = await callMany(executor, client.signal);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(calls);
    expect(counts.get('response')).toBeGreaterThan(calls / 3);
    expect([...counts.keys()].sort()).toEqual([
      'TIMEOUT',
      'UNAVAILABLE',
      'UPSTREAM_MISMATCH',
      'response',
    ]);
    expect(getEventListeners(client.signal, 'abort')).toEqual([]);
    await executor.close();
    await server.close();
    // a destroyed socket is gone when its close event has come
    await vi.waitUntil(() => activeSockets() <= sockets, { timeout: 60_000 });
    expect(activeTimers()).toBeLessThanOrEqual(timers + 1);
  });
});
