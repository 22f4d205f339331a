import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const main = join(root, 'src', 'cli', 'main.ts');
const running: ChildProcessWithoutNullStreams[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** The command line as a process of its own. */
export interface CliProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: () => string;
  readonly errors: () => string;
  /** Exit code, once the process has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts it in the folder of the project; it is killed when the test ends before. */
export function startCli(args: readonly string[]): CliProcess {
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

/** Waits until it says that it serves; answers the URL of the MCP endpoint. */
export async function servedUrl({ child, output }: CliProcess): Promise<string> {
  // the last thing that is printed names clients to add it to
  while (!output().includes('Cursor')) await once(child.stdout, 'data');
  return /http:\/\/\S+/.exec(output())?.[0] ?? '';
}
