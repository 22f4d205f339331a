import type { Spread } from './statistics.ts';

/** One line of the table: a ratio against a reference of the same run, and what is asked of it. */
export interface Figure {
  readonly name: string;
  readonly ratio: Spread;
  /** The bound that the project sets itself. */
  readonly goal: { readonly atLeast: number } | { readonly atMost: number };
  /** The absolute medians behind the ratio, for orientation only: they are the machine's. */
  readonly detail: string;
}

export interface BenchOptions {
  /** Seconds of load a round. */
  readonly seconds: number;
  readonly rounds: number;
}

/** Measures something and its references, interleaved. */
export type Measurement = (options: BenchOptions) => Promise<readonly Figure[]>;

export function isReached({ ratio, goal }: Figure): boolean {
  return 'atLeast' in goal ? ratio.median >= goal.atLeast : ratio.median <= goal.atMost;
}
