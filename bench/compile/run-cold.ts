import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { operationsFile, schemaFile } from './corpus-files.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'cold.mjs');

/** What a contender took in a process of its own. */
export interface Timing {
  readonly milliseconds: number;
  /** Resident memory of the process afterwards, in bytes. */
  readonly rss: number;
}

/** Runs a contender of `cold.mjs`. */
export async function runCold(name: 'graphqlJs' | 'fullCompile' | 'reload'): Promise<Timing> {
  const { stdout } = await run(process.execPath, [script, name, schemaFile, operationsFile]);
  return JSON.parse(stdout) as Timing;
}
