import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ExecutionOutcome } from '../../src/core/call.ts';
import { answering, faults, startFaultServer } from '../support/fault-server.ts';
import { callTool, dataOf, known, testExecutor, toolFixture } from '../support/tool-fixture.ts';
import { serve } from '../support/servers.ts';

const query = toolFixture('query Film($id: ID) { film(id: $id) { title } }');
const mutation = toolFixture('mutation Rate { rate { title } }');
const answer = '{"data":{"film":null}}';

/** A server whose answers the test gives out one by one. */
async function startHeld() {
  const held: ServerResponse[] = [];
  const waiting: (() => void)[] = [];
  let closed = 0;
  const url = await serve((request, response) => {
    request.resume();
    request.on('end', () => {
      held.push(response);
      response.on('close', () => {
        if (!response.writableEnded) closed += 1;
        waiting.splice(0).forEach((wake) => wake());
      });
      waiting.splice(0).forEach((wake) => wake());
    });
  });
  /** Waits until something has happened at the server. */
  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => waiting.push(resolve));
  }
  return { url, held, until, cut: () => closed };
}

describe('stopping a call', () => {
  it('answers immediately and closes the connection', async () => {
    const server = await startHeld();
    const client = new AbortController();
    const outcome = callTool(
      testExecutor({ endpoint: server.url }),
      query,
      {},
      { signal: client.signal },
    );
    await server.until(() => server.held.length === 1);
    client.abort();
    expect(await outcome).toEqual({
      kind: 'failure',
      classification: 'UNAVAILABLE',
      message: 'The client cancelled the call.',
    });
    await server.until(() => server.cut() === 1);
  });

  it('sends nothing if it was cancelled before', async () => {
    const server = await startHeld();
    const outcome = await callTool(
      testExecutor({ endpoint: server.url }),
      query,
      {},
      { signal: AbortSignal.abort() },
    );
    expect(outcome).toMatchObject({ message: 'The client cancelled the call.' });
    expect(server.held).toHaveLength(0);
  });

  it('reports that the executor was closed', async () => {
    const server = await startHeld();
    const executor = testExecutor({ endpoint: server.url });
    const outcome = callTool(executor, mutation);
    await server.until(() => server.held.length === 1);
    await executor.close();
    const failure = { kind: 'failure', message: 'The gateway is shutting down.' };
    expect(await outcome).toMatchObject({
      ...failure,
      advice: expect.stringContaining('may have taken effect') as string,
    });
    expect(await callTool(executor, query)).toMatchObject(failure);
  });

  it('removes its listener from the signal', async () => {
    const server = await startFaultServer(faults.none);
    const executor = testExecutor({ endpoint: server.origin });
    const listening = new Set<unknown>();
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      listening.add(listener);
      add(type, listener);
    };
    signal.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      listening.delete(listener);
      remove(type, listener);
    };
    await callTool(executor, query, {}, { signal });
    expect(listening.size).toBe(0);
  });
});

describe('a deadline of a tool', () => {
  it('overrides that of the upstream', async () => {
    const server = await startFaultServer(faults['no headers ever']);
    const tool = toolFixture(query.operation.document, { timeoutMs: 50 });
    const executor = testExecutor({ endpoint: server.origin, timeoutMs: 60_000 });
    expect(await callTool(executor, tool)).toMatchObject({
      classification: 'TIMEOUT',
      message: 'The GraphQL API did not respond within 50 milliseconds.',
    });
  });
});

describe('calls beyond maxConcurrent', () => {
  it('wait in the queue, and are refused if it is full', async () => {
    const server = await startHeld();
    const executor = testExecutor({
      endpoint: server.url,
      http: { maxConcurrent: 1, maxQueued: 1 },
    });
    const first = callTool(executor, query);
    const second = callTool(executor, query);
    expect(await callTool(executor, query)).toMatchObject({
      classification: 'UNAVAILABLE',
      message: 'Too many calls to the GraphQL API are in progress.',
    });
    await server.until(() => server.held.length === 1);
    server.held[0]?.end(answer);
    expect(dataOf(await first)).toEqual({ film: null });
    await server.until(() => server.held.length === 2);
    server.held[1]?.end(answer);
    expect(dataOf(await second)).toEqual({ film: null });
  });

  it('are answered in a burst of a thousand of one caller', async () => {
    const url = await serve((request, response) => {
      request.resume();
      setTimeout(() => response.end(answer), 10);
    });
    const executor = testExecutor({ endpoint: url });
    const calls = Array.from({ length: 1_000 }, () => callTool(executor, query));
    const answers = (await Promise.all(calls)).map(dataOf);
    expect(answers.filter((data) => JSON.stringify(data) !== '{"film":null}')).toEqual([]);
  });

  it('do not keep out other callers, even if theirs hang', async () => {
    const server = await startHeld();
    const executor = testExecutor({ endpoint: server.url, http: { maxQueued: 300 } });
    const hanging = Array.from({ length: 700 }, () => callTool(executor, query));
    await server.until(() => server.held.length === 103);
    for (let calls = 0; calls < 30; calls++) {
      const outcome = callTool(executor, query, {}, { caller: known('ada') });
      await server.until(() => server.held.length === 104 + calls);
      server.held.at(-1)?.end(answer);
      expect(dataOf(await outcome)).toEqual({ film: null });
    }
    await executor.close();
    const messages = (await Promise.all(hanging)).map((end) => 'message' in end && end.message);
    expect(messages.filter((message) => String(message).startsWith('Too many'))).toHaveLength(297);
  });

  it('are refused at their deadline, and leave their place to others', async () => {
    const server = await startHeld();
    const executor = testExecutor({ endpoint: server.url, http: { maxConcurrent: 1 } });
    const first = callTool(executor, query);
    const hasty = toolFixture(query.operation.document, { timeoutMs: 20 });
    expect(await callTool(executor, hasty)).toMatchObject({
      classification: 'UNAVAILABLE',
      message: 'Too many calls to the GraphQL API are in progress.',
    });
    const third = callTool(executor, query);
    await server.until(() => server.held.length === 1);
    server.held[0]?.end(answer);
    await server.until(() => server.held.length === 2);
    server.held[1]?.end(answer);
    expect((await Promise.all([first, third])).map(dataOf)).toEqual([
      { film: null },
      { film: null },
    ]);
  });

  it('leave the queue when they are cancelled', async () => {
    const server = await startHeld();
    const executor = testExecutor({
      endpoint: server.url,
      http: { maxConcurrent: 1, maxQueued: 1 },
    });
    const first = callTool(executor, query);
    const client = new AbortController();
    const second = callTool(executor, query, {}, { signal: client.signal });
    await server.until(() => server.held.length === 1);
    client.abort();
    expect(await second).toMatchObject({ message: 'The client cancelled the call.' });
    const third = callTool(executor, query);
    server.held[0]?.end(answer);
    await server.until(() => server.held.length === 2);
    server.held[1]?.end(answer);
    expect((await Promise.all([first, third])).map(dataOf)).toEqual([
      { film: null },
      { film: null },
    ]);
  });
});

describe('identical concurrent queries', () => {
  const http = { shareInFlight: true };

  async function sharing(calls: readonly Parameters<typeof callTool>[3][]) {
    const server = await startHeld();
    const executor = testExecutor({
      endpoint: server.url,
      http,
      forwardHeaders: { 'x-tenant': 'x-tenant' },
    });
    const outcomes = calls.map((context) => callTool(executor, query, { id: '1' }, context));
    return { server, outcomes };
  }

  /** Answers the first requests; returns the outcomes and the number of requests. */
  async function finish(
    { server, outcomes }: Awaited<ReturnType<typeof sharing>>,
    count: number,
  ): Promise<unknown> {
    await server.until(() => server.held.length >= count);
    for (const response of server.held) response.end(answer);
    const all = await Promise.all(outcomes);
    return { data: all.map(dataOf), requests: server.held.length };
  }

  const both = [{ film: null }, { film: null }];

  it('share a request if the caller is the same', async () => {
    const shared = await sharing([{ caller: known('ann') }, { caller: known('ann') }]);
    expect(await finish(shared, 1)).toEqual({ data: both, requests: 1 });
  });

  it('share a request despite different trace contexts', async () => {
    const trace = (digit: string) =>
      new Headers({ traceparent: `00-${digit.repeat(32)}-${digit.repeat(16)}-01` });
    const shared = await sharing([{ headers: trace('1') }, { headers: trace('2') }]);
    expect(await finish(shared, 1)).toEqual({ data: both, requests: 1 });
  });

  it('do not share a request between callers', async () => {
    const shared = await sharing([{ caller: known('ann') }, { caller: known('bob') }]);
    expect(await finish(shared, 2)).toEqual({ data: both, requests: 2 });
  });

  it('do not share a request with different forwarded headers', async () => {
    const tenant = (name: string) => new Headers({ 'x-tenant': name });
    const shared = await sharing([{ headers: tenant('a') }, { headers: tenant('b') }]);
    expect(await finish(shared, 2)).toEqual({ data: both, requests: 2 });
  });

  it('continue for the others when one is cancelled', async () => {
    const client = new AbortController();
    const { server, outcomes } = await sharing([{ signal: client.signal }, {}]);
    await server.until(() => server.held.length === 1);
    client.abort();
    expect(await outcomes[0]).toMatchObject({ message: 'The client cancelled the call.' });
    server.held[0]?.end(answer);
    expect(dataOf((await outcomes[1]) as ExecutionOutcome)).toEqual({ film: null });
  });

  it('are aborted when all are cancelled', async () => {
    const client = new AbortController();
    const { server, outcomes } = await sharing([
      { signal: client.signal },
      { signal: client.signal },
    ]);
    await server.until(() => server.held.length === 1);
    client.abort();
    const said = { message: 'The client cancelled the call.' };
    expect(await Promise.all(outcomes)).toMatchObject([said, said]);
    await server.until(() => server.cut() === 1);
  });
});

describe('the circuit breaker', () => {
  it('blocks calls for a while, then tries one, even if the clock is set back', async () => {
    let broken = true;
    const server = await startFaultServer({
      onRequest: (socket, ...request) =>
        (broken ? answering(503) : faults.none).onRequest?.(socket, ...request),
    });
    let time = 0;
    let clock = Date.UTC(2027, 0, 1);
    const executor = testExecutor({
      endpoint: server.origin,
      now: () => (clock -= 3_600_000),
      elapsed: () => time,
      http: { attempts: 1, breakerFailures: 2, breakerMs: 5_000 },
    });
    await callTool(executor, query);
    await callTool(executor, query);
    expect(await callTool(executor, query)).toEqual({
      kind: 'failure',
      classification: 'UNAVAILABLE',
      message: 'The GraphQL API failed repeatedly and is not called for the next 5 seconds.',
      retryAfterSeconds: 5,
    });
    expect(server.seen.requests).toBe(2);
    time = 5_000;
    expect(await callTool(executor, query)).toMatchObject({
      message: expect.stringContaining('503') as string,
    });
    expect(await callTool(executor, query)).toMatchObject({ retryAfterSeconds: 5 });
    expect(server.seen.requests).toBe(3);
    time = 10_000;
    broken = false;
    expect(dataOf(await callTool(executor, query))).toEqual({ film: { title: 'Alien' } });
    expect(dataOf(await callTool(executor, query))).toEqual({ film: { title: 'Alien' } });
  });

  it('limits retries to the budget', async () => {
    const server = await startFaultServer(answering(503));
    const executor = testExecutor({
      endpoint: server.origin,
      timeoutMs: 10_000,
      http: { breakerFailures: 0, maxConcurrent: 32 },
    });
    await Promise.all(Array.from({ length: 20 }, () => callTool(executor, query)));
    // twenty calls, and the ten retries in hand
    expect(server.seen.requests).toBe(30);
  });
});
