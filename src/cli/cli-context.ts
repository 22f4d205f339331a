import type { Readable } from 'node:stream';
import type { Environment } from '../config/env.ts';
import type { OutputStream } from './output.ts';

/** What a command knows of the process it runs in; tests pass their own. */
export interface CliContext {
  /** Absolute path of the current folder. */
  readonly folder: string;
  readonly env: Environment;
  readonly input: Readable;
  /** Standard output: what was asked for. */
  readonly output: OutputStream;
  /** Standard error: everything else. */
  readonly errors: OutputStream;
  /** Calls `stop` when the process is asked to end. */
  readonly onStop: (stop: () => Promise<void>) => void;
  /** Calls `restart` when the process is asked to start anew without a break. */
  readonly onRestart: (restart: () => Promise<void>) => void;
}
