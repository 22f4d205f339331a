import { availableParallelism, cpus, totalmem } from 'node:os';
import type { BenchOptions } from './measurement.ts';

/** Says what the figures were measured on, and for how long. */
export function describeMachine({ rounds, seconds }: BenchOptions): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return `Node ${process.version}, ${availableParallelism()} cores (${model}), ${memory} GiB of memory; ${rounds} rounds of ${seconds} s`;
}
