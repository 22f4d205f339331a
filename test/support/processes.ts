import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { builtCli } from './build.ts';

const root = join(import.meta.dirname, '..', '..');

/** Arguments with which Node.js runs a TypeScript file in a process of its own. */
export function runTypeScript(path: string): string[] {
  return ['--import', new URL('typescript.mjs', import.meta.url).href, path];
}

/** Command that serves the fixture gateway over standard input and output. */
export const stdioServer = {
  command: process.execPath,
  args: runTypeScript(join(import.meta.dirname, 'stdio-server.ts')),
};

/** The command line as a process of its own. */
export interface CliProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: () => string;
  readonly errors: () => string;
  /** Exit code, once the process has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts it in the folder of the project; kills it at the end of the test. */
export function startCli(args: readonly string[]): CliProcess {
  const child = spawn(process.execPath, [builtCli, ...args], { cwd: root });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
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
