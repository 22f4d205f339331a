#!/usr/bin/env node
import { stopOnSignals, type SignalSource } from '../serve/signals.ts';
import { isWorker } from '../serve/workers.ts';
import { runCli } from './program.ts';

// a reader that has seen enough, such as `head`, is no fault
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** A terminal interrupts workers together with the process that will stop them in good order. */
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

// exits once everything is written; a connection that is still open must not keep the process
process.stdout.write('', () => process.exit(code));
