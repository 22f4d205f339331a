import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const running: ChildProcessWithoutNullStreams[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: () => string;
  readonly errors: () => string;
  /** Exit code, once the process has ended. */
  readonly ended: Promise<number | null>;
}

/** Runs the command line as a process of its own. */
function start(args: readonly string[]): Running {
  const main = join(root, 'src', 'cli', 'main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], { cwd: root });
  running.push(child);
  const read = (stream: 'stdout' | 'stderr') => {
    const chunks: string[] = [];
    child[stream].setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    return () => chunks.join('');
  };
  return {
    child,
    output: read('stdout'),
    errors: read('stderr'),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** Waits for a text on standard output. */
async function seen({ child, output }: Running, text: string): Promise<void> {
  while (!output().includes(text)) await once(child.stdout, 'data');
}

// a process starts in about a second, and in several where the machine is busy
const timeout = 60_000;

describe('the command line as a process', { timeout }, () => {
  it('serves until SIGTERM, and ends well', async () => {
    const run = start(['serve', '--example', '--port', '0', '--log-level', 'silent']);
    await seen(run, 'Cursor');
    const url = /http:\/\/\S+/.exec(run.output())?.[0] ?? '';
    const health = await fetch(new URL('/health', url));
    expect(await health.json()).toMatchObject({ status: 'ok', tools: 14 });
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });

  it('serves by several processes, and ends them all well when the terminal interrupts', async () => {
    const run = start(['--example', '--port', '0', '--workers', '2', '--log-level', 'silent']);
    await seen(run, 'Cursor');
    const url = /http:\/\/\S+/.exec(run.output())?.[0] ?? '';
    const health = await fetch(new URL('/health', url), { headers: { connection: 'close' } });
    expect(await health.json()).toMatchObject({ status: 'ok', tools: 14 });
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });

  it('ends when its client does, over stdio', async () => {
    const run = start(['--example', '--stdio', '--log-level', 'silent']);
    run.child.stdin.end(
      '{"jsonrpc":"2.0","id":"a","method":"ping"}\nnot json\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n',
    );
    expect(await run.ended).toBe(0);
    const answers = run
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(answers).toMatchObject([{ id: 'a' }, { error: { code: -32_700 } }, { id: 2 }]);
    expect(run.errors()).toContain('films is served over standard input and output');
  });

  it('ends with the documented code, and prints no colours into a pipe', async () => {
    const run = start(['serve', '--prot', '1']);
    expect(await run.ended).toBe(2);
    expect(run.errors()).toBe(
      "  error CLI_WRONG_USAGE\n    Unknown option '--prot'.\n    Did you mean --port?\n",
    );
    expect(run.output()).toBe('');
  });

  it('is quiet when nobody reads on', async () => {
    const run = start(['inspect', '--example', '--json']);
    run.child.stdout.destroy();
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });
});
