import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A server in a process of its own. */
export interface BenchServer {
  readonly url: string;
  /** Resident memory now, in bytes. */
  residentBytes(): number;
  /** Highest resident memory since the start, in bytes. */
  peakResidentBytes(): number;
  /** CPU time that the process has used since its start, in microseconds. */
  cpuMicroseconds(): number;
  stop(): Promise<void>;
}

/** How long a server may take to say where it listens, in milliseconds. */
const startDeadlineMs = 60_000;

/** Servers that run: none may outlive a measurement that fails. */
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts `node <args>` and waits until it prints a URL on either stream. */
export async function spawnServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = await urlOf(child, args);
  return {
    url,
    residentBytes: () => memoryOf(child, 'VmRSS'),
    peakResidentBytes: () => memoryOf(child, 'VmHWM'),
    cpuMicroseconds: () => cpuOf(child),
    stop: () => stop(child),
  };
}

/** A TypeScript file of this folder as arguments for node. */
export function script(name: string): readonly string[] {
  return ['--import', './test/support/typescript.mjs', `bench/servers/${name}.ts`];
}

async function urlOf(child: ChildProcess, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const timer = setTimeout(() => fail('did not start in time'), startDeadlineMs);
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`node ${args.join(' ')} ${why}:\n${seen}`));
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        seen = `${seen}${line}\n`.slice(-4_000);
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
        if (!url) return;
        clearTimeout(timer);
        resolve(url);
      });
    }
    child.once('exit', () => fail('ended'));
  });
}

function memoryOf(child: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1];
  if (!kilobytes) throw new Error(`/proc has no ${field}`);
  return Number(kilobytes) * 1024;
}

/** The first number of every thread's `schedstat` is its time on a processor, in nanoseconds. */
function cpuOf(child: ChildProcess): number {
  const threads = `/proc/${child.pid}/task`;
  const times = readdirSync(threads).map((thread) =>
    Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1_000;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
