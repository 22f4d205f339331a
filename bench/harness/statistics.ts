/** Median and range of some figures. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(figures: readonly number[]): Spread {
  if (figures.length === 0) throw new Error('no figures');
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  const low = sorted.length % 2 === 1 ? high : (sorted[middle - 1] ?? Number.NaN);
  return {
    median: (low + high) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/**
 * Ratios of paired figures, round by round: what the machine did in a round hits both sides alike.
 */
export function ratiosOf(ours: readonly number[], reference: readonly number[]): Spread {
  return spreadOf(ours.map((figure, round) => figure / (reference[round] ?? Number.NaN)));
}
