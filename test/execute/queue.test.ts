import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQueue } from '../../src/execute/queue.ts';

const never = { aborted: false, addEventListener() {}, removeEventListener() {} };

/** A queue whose calls are named, and what became of them in order. */
function open(maxConcurrent: number, maxQueued: number) {
  const queue = createQueue(maxConcurrent, maxQueued);
  const started: string[] = [];
  const refused: string[] = [];
  const settled = async (name: string, result: ReturnType<typeof queue.enter>) => {
    ((await result) === 'entered' ? started : refused).push(name);
  };
  return {
    started,
    refused,
    /** Asks for the places of some calls, such as `a1 a2 b1`: the letter is the caller. */
    async enter(names: string, bytes = 0): Promise<void> {
      for (const name of names.split(' ')) void settled(name, queue.enter(name[0], bytes, never));
      await Promise.resolve();
      await Promise.resolve();
    },
    /** Ends the first call that runs. */
    async leave(): Promise<void> {
      const [name] = started.splice(0, 1);
      queue.leave(name?.[0]);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('a queue', () => {
  it('starts calls of one caller in their order', async () => {
    const queue = open(1, 10);
    await queue.enter('a1 a2 a3');
    expect(queue.started).toEqual(['a1']);
    await queue.leave();
    expect(queue.started).toEqual(['a2']);
    await queue.leave();
    expect(queue.started).toEqual(['a3']);
  });

  it('lets callers that wait take turns', async () => {
    const queue = open(1, 10);
    await queue.enter('a1 a2 a3 a4 b1 b2 c1');
    const order: string[] = [];
    for (let calls = 0; calls < 7; calls++) {
      order.push(...queue.started);
      await queue.leave();
    }
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('keeps a fifth of the places free for other callers', async () => {
    const queue = open(10, 100);
    await queue.enter(Array.from({ length: 50 }, (_, call) => `a${call}`).join(' '));
    expect(queue.started).toHaveLength(8);
    await queue.enter('b1 b2 c1');
    expect(queue.started.slice(8)).toEqual(['b1', 'b2']);
  });

  it('gives the only place to the first caller', async () => {
    const queue = open(1, 0);
    await queue.enter('a1 b1');
    expect([queue.started, queue.refused]).toEqual([['a1'], ['b1']]);
  });

  it('refuses the newest call of the longest queue if it is full', async () => {
    const queue = open(1, 4);
    await queue.enter('a1 a2 a3 a4 a5');
    await queue.enter('a6');
    expect(queue.refused).toEqual(['a6']);
    await queue.enter('b1');
    expect(queue.refused).toEqual(['a6', 'a5']);
    await queue.enter('b2');
    expect(queue.refused).toEqual(['a6', 'a5', 'a4']);
    await queue.enter('b3');
    expect(queue.refused).toEqual(['a6', 'a5', 'a4', 'b3']);
  });

  it('counts a large call as several', async () => {
    const queue = open(1, 4);
    await queue.enter('a1');
    await queue.enter('a2', 3 * 16_384);
    await queue.enter('b1');
    expect(queue.refused).toEqual([]);
    await queue.enter('b2', 16_385);
    expect(queue.refused).toEqual(['b2']);
    await queue.enter('c1');
    expect(queue.refused).toEqual(['b2', 'a2']);
  });
});

interface Step {
  readonly kind: 'enter' | 'leave' | 'stop';
  readonly caller: string;
  readonly bytes: number;
  readonly pick: number;
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('enter', 'enter', 'enter', 'leave', 'stop'),
    caller: fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c'),
    bytes: fc.constantFrom(0, 0, 20_000, 60_000),
    pick: fc.nat(1_000),
  }),
  { maxLength: 200 },
);

/** A call that is running or waiting. */
interface Call {
  readonly caller: string;
  readonly size: number;
  /** Calls that each other caller has started since this one was the first in its queue. */
  passed: Map<string, number>;
  stop: () => void;
}

describe('any sequence of calls', () => {
  it('refuses no waiting call for one that is refused as well', async () => {
    const queue = createQueue(1, 5);
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
    expect(queue.enter('a', 0, signal)).toBe('entered');
    const waiting = [1, 2, 3, 4, 5].map(async () => queue.enter('a', 0, signal));
    expect(queue.enter('b', 4 * 16_384, signal)).toBe('full');
    for (const _ of waiting) queue.leave('a');
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'entered'));
  });

  it('stays within both limits, and neglects no caller', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 20 }),
        steps,
        run,
      ),
      { numRuns: 300 },
    );
  });

  async function run(maxConcurrent: number, maxQueued: number, events: readonly Step[]) {
    const queue = createQueue(maxConcurrent, maxQueued);
    const running: Call[] = [];
    const waiting: Call[] = [];
    /** Callers with a call that could start, while another caller started two. */
    const neglected: string[] = [];
    const runningOf = (caller: string) => running.filter((call) => call.caller === caller).length;
    const queuedOf = (caller: string) =>
      waiting.filter((call) => call.caller === caller).reduce((sum, { size }) => sum + size, 0);
    const mayStart = (caller: string) => runningOf(caller) < 4 * (maxConcurrent - running.length);

    function started(call: Call): void {
      waiting.splice(waiting.indexOf(call), 1);
      const heads = new Set<string>();
      for (const other of waiting) {
        const isHead = !heads.has(other.caller);
        heads.add(other.caller);
        if (!isHead || other.caller === call.caller || !mayStart(other.caller)) continue;
        const passed = (other.passed.get(call.caller) ?? 0) + 1;
        other.passed.set(call.caller, passed);
        if (passed > 1) neglected.push(other.caller);
      }
      running.push(call);
    }

    async function enter({ caller, bytes }: Step): Promise<void> {
      const size = Math.max(1, Math.ceil(bytes / 16_384));
      const before = queuedOf(caller);
      const others = ['a', 'b', 'c'].filter((other) => other !== caller);
      let listener = (): void => {};
      const signal = {
        aborted: false,
        addEventListener: (_: string, { handleEvent }: { handleEvent: () => void }) =>
          (listener = handleEvent),
        removeEventListener() {},
      };
      const call: Call = { caller, size, passed: new Map(), stop: () => listener() };
      waiting.push(call);
      const result = queue.enter(caller, bytes, signal);
      if (result === 'entered') return started(call);
      if (result === 'full') {
        waiting.pop();
        // only the caller with the longest queue is refused, except by less than the size of its call
        expect(before + 2 * size).toBeGreaterThan(Math.max(...others.map(queuedOf), 0));
        return;
      }
      void Promise.resolve(result).then((later) => {
        if (later === 'entered') started(call);
        else waiting.splice(waiting.indexOf(call), 1);
      });
    }

    for (const step of events) {
      if (step.kind === 'enter') await enter(step);
      const chosen = step.kind === 'leave' ? running : waiting;
      const call = step.kind === 'enter' ? undefined : chosen[step.pick % (chosen.length || 1)];
      if (call && step.kind === 'stop') call.stop();
      if (call && step.kind === 'leave') {
        running.splice(running.indexOf(call), 1);
        queue.leave(call.caller);
      }
      await new Promise((resolve) => setImmediate(resolve));
      expect(neglected).toEqual([]);
      expect(running.length).toBeLessThanOrEqual(maxConcurrent);
      expect(waiting.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(maxQueued);
      // no place stays free that a waiting call may have
      expect(waiting.filter(({ caller }) => mayStart(caller))).toEqual([]);
    }
  }
});
