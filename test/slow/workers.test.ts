import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { servedUrl, startCli, type CliProcess } from '../support/processes.ts';

const execute = promisify(execFile);

/** Process ids of the workers. */
async function workersOf({ child }: CliProcess): Promise<readonly string[]> {
  const { stdout } = await execute('ps', ['-A', '-o', 'ppid=,pid=,args=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const workers = processes.filter(
    ([parent, , ...args]) => parent === String(child.pid) && args.join(' ').includes('main.js'),
  );
  return workers.map(([, id = '']) => id).sort();
}

// ends what hangs: every process starts in a second, and later on a busy machine
const timeout = 240_000;

describe('the workers of a gateway', { timeout: 4 * timeout }, () => {
  it(
    'keeps the number of workers when it replaces them twice in a row',
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
    'replaces a dead worker as soon as the configuration is valid again',
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
});
