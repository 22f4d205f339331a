import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { servedUrl, startCli, type CliProcess } from '../support/cli-process.ts';

const execute = promisify(execFile);

/** Ids of the processes that serve beside the one that started them. */
async function workersOf({ child }: CliProcess): Promise<readonly string[]> {
  const { stdout } = await execute('ps', ['-A', '-o', 'ppid=,pid=,args=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const workers = processes.filter(
    ([parent, , ...args]) => parent === String(child.pid) && args.join(' ').includes('main.js'),
  );
  return workers.map(([, id = '']) => id).sort();
}

// a process starts in about a second, and in several where the machine is busy
const timeout = 60_000;

describe('the command line as a process', { timeout }, () => {
  it('serves until SIGTERM, and ends well', async () => {
    const run = startCli(['serve', '--example', '--port', '0', '--log-level', 'silent']);
    const url = await servedUrl(run);
    const health = await fetch(new URL('/health', url));
    expect(await health.json()).toMatchObject({ status: 'ok', tools: 14 });
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });

  it('reads its sources again on SIGHUP, and serves on', async () => {
    const run = startCli(['serve', '--example', '--port', '0']);
    const url = await servedUrl(run);
    run.child.kill('SIGHUP');
    await vi.waitFor(() => expect(run.errors()).toContain('reloaded'), { timeout });
    const health = await fetch(new URL('/health', url));
    expect(await health.json()).toMatchObject({ status: 'ok', tools: 14 });
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('serves by several processes, and ends them all well when the terminal interrupts', async () => {
    const run = startCli(['--example', '--port', '0', '--workers', '2', '--log-level', 'silent']);
    const url = await servedUrl(run);
    const health = await fetch(new URL('/health', url), { headers: { connection: 'close' } });
    expect(await health.json()).toMatchObject({ status: 'ok', tools: 14 });
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });

  it(
    'has as many processes as before when it is told twice in a row to replace them',
    async () => {
      const run = startCli(['--example', '--port', '0', '--workers', '2', '--log-level', 'silent']);
      await servedUrl(run);
      const first = await workersOf(run);
      run.child.kill('SIGHUP');
      await vi.waitFor(async () => expect(await workersOf(run)).not.toEqual(first), { timeout });
      run.child.kill('SIGHUP');
      // both rounds are over when those of the first are gone as well
      let seen = new Set(first);
      await vi.waitFor(
        async () => {
          const now = await workersOf(run);
          seen = new Set([...seen, ...now]);
          expect([now.length, seen.size]).toEqual([2, 6]);
        },
        { timeout: 2 * timeout, interval: 100 },
      );
      run.child.kill('SIGTERM');
      expect(await run.ended).toBe(0);
    },
    3 * timeout,
  );

  it(
    'replaces a process that died as soon as the configuration lets it',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'workers-'));
      const file = join(folder, 'gateway.json');
      const config = { endpoint: 'example:films', inlineOperations: ['{ movies { totalCount } }'] };
      await writeFile(file, JSON.stringify(config));
      const flags = ['--port', '0', '--workers', '2', '--log-level', 'silent'];
      const run = startCli(['-c', file, ...flags]);
      await servedUrl(run);
      const [died = '', stays] = await workersOf(run);
      await writeFile(file, '{ "nonsense": 1 }');
      process.kill(Number(died), 'SIGKILL');
      await vi.waitFor(() => expect(run.errors()).toContain('CONFIG_UNKNOWN_OPTION'), { timeout });
      await writeFile(file, JSON.stringify(config));
      await vi.waitFor(async () => expect(await workersOf(run)).toHaveLength(2), { timeout });
      expect(await workersOf(run)).toContain(stays);
      run.child.kill('SIGTERM');
      expect(await run.ended).toBe(0);
      await rm(folder, { recursive: true });
    },
    3 * timeout,
  );

  it('ends when its client does, over stdio', async () => {
    const run = startCli(['--example', '--stdio', '--log-level', 'silent']);
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
    const run = startCli(['serve', '--prot', '1']);
    expect(await run.ended).toBe(2);
    expect(run.errors()).toBe(
      "  error CLI_WRONG_USAGE\n    Unknown option '--prot'.\n    Did you mean --port?\n",
    );
    expect(run.output()).toBe('');
  });

  it('is quiet when nobody reads on', async () => {
    const run = startCli(['inspect', '--example', '--json']);
    run.child.stdout.destroy();
    expect(await run.ended).toBe(0);
    expect(run.errors()).toBe('');
  });
});
