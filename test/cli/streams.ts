import { Readable, Writable } from 'node:stream';
import type { CliContext } from '../../src/cli/command/command.ts';
import type { OutputStream } from '../../src/cli/output/printer.ts';

/** A stream that keeps what is written to it. */
export interface Captured {
  readonly stream: OutputStream;
  readonly text: () => string;
}

/** Makes a stream; with a width it is a terminal. */
export function capture(columns?: number): Captured {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return {
    stream: Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns }),
    text: () => chunks.join(''),
  };
}

/** A command line's surroundings, and what it printed. */
export interface TestContext {
  readonly context: CliContext;
  readonly output: Captured;
  readonly errors: Captured;
  /** Asks the command to stop, once it can be. */
  readonly stop: Promise<() => Promise<void>>;
}

export function createTestContext(
  folder: string,
  env: CliContext['env'] = {},
  input: Readable = Readable.from([]),
): TestContext {
  const output = capture();
  const errors = capture();
  let onStop: CliContext['onStop'] = () => {};
  const stop = new Promise<() => Promise<void>>((resolve) => {
    onStop = resolve;
  });
  return {
    context: {
      folder,
      env,
      input,
      output: output.stream,
      errors: errors.stream,
      onStop,
      onRestart: () => {},
    },
    output,
    errors,
    stop,
  };
}
