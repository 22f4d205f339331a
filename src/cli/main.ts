#!/usr/bin/env node
import { stopOnSignals } from '../serve/signals.ts';
import { runCli } from './program.ts';

// a reader that has seen enough, such as `head`, is no fault
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const code = await runCli(process.argv.slice(2), {
  folder: process.cwd(),
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  onStop: (stop) => stopOnSignals(process, stop),
});

// exits once everything is written; a connection that is still open must not keep the process
process.stdout.write('', () => process.exit(code));
