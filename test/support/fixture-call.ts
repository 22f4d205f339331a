import type { CallTool, ContentBlock, ToolResult, CallContext } from '../../src/core/call.ts';

/** Calls of `slow_op` wait here until a test lets them go. */
export interface SlowCalls {
  /** Signals of the calls that wait, in the order they came. */
  readonly signals: readonly AbortSignal[];
  /** Resolves when so many calls have come, since the start. */
  arrived(count: number): Promise<void>;
  /** Resolves when the signal of a call was aborted. */
  aborted(index: number): Promise<void>;
  /** Lets all that wait go. */
  release(): void;
}

export interface FixtureCall {
  readonly callTool: CallTool;
  readonly slow: SlowCalls;
}

/** Stands for everything behind the protocol layer: arguments, executor, result. */
export function createFixtureCall(): FixtureCall {
  const slow = createSlowCalls();
  return {
    slow: slow.calls,
    async callTool(tool, args, context) {
      const prepared = tool.prepareArguments(args);
      if (!prepared.ok) return failure(prepared.problems.map(({ message }) => message).join(' '));
      switch (tool.name) {
        case 'fail_op':
          return failure('GraphQL operation failed: the upstream said no.');
        case 'bug_op':
          throw new Error('a secret at /etc/secret');
        case 'media_op':
          return { ...success({ media: null }), content: media };
        case 'slow_op':
          await slow.wait(context);
          return success({ slow: prepared.variables });
        default:
          return success({ [tool.name]: prepared.variables });
      }
    },
  };
}

const media: readonly ContentBlock[] = [
  { type: 'text', text: 'media' },
  { type: 'image', data: 'aW1n', mimeType: 'image/png' },
  { type: 'audio', data: 'c25k', mimeType: 'audio/wav' },
];

function success(data: unknown): ToolResult {
  const structured = JSON.stringify({ data });
  return { content: [{ type: 'text', text: structured }], structured, isError: false };
}

function failure(message: string): ToolResult {
  const structured = JSON.stringify({ data: null, errors: [{ message }] });
  return { content: [{ type: 'text', text: message }], structured, isError: true };
}

function createSlowCalls() {
  const signals: AbortSignal[] = [];
  const waiting = new Set<() => void>();
  const watchers = new Set<() => void>();
  const calls: SlowCalls = {
    signals,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (signals.length >= count) resolve();
        };
        watchers.add(check);
        check();
      }),
    aborted: async (index) => {
      await calls.arrived(index + 1);
      const signal = signals[index];
      if (!signal || signal.aborted) return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    release() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
  return {
    calls,
    wait({ signal }: CallContext): Promise<void> {
      return new Promise((resolve) => {
        waiting.add(resolve);
        signal.addEventListener('abort', () => resolve());
        signals.push(signal);
        for (const watcher of watchers) watcher();
      });
    },
  };
}
