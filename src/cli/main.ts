#!/usr/bin/env node
import { stopOnSignals, type SignalSource } from '../serve/signals.ts';
import { isWorker } from '../serve/workers.ts';
import { runCli } from './program.ts';

// readers such as `head` close the pipe early
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** Workers ignore the SIGINT of a terminal; their parent process stops them. */
const signals: SignalSource = {
  on: (signal, listener) =>
    process.on(signal, isWorker() && signal === 'SIGINT' ? () => {} : listener),
  exit: (code) => process.exit(code),
};

const code = await runCli(process.argv.slice(2), {
  folder: process.cwd(),
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  onStop: (stop) => stopOnSignals(signals, stop),
  onRestart: (restart) => process.on('SIGHUP', () => void restart()),
});

// exits once everything is written, even if connections are still open
process.stdout.write('', () => process.exit(code));
