import { interleave } from './interleave.ts';
import { load, type LoadRequest } from './load.ts';
import type { BenchOptions, Figure } from './measurement.ts';
import { ratiosOf, spreadOf } from './statistics.ts';

/** Two servers under the same load; either request may differ where the servers do. */
export interface ThroughputContest {
  readonly name: string;
  readonly atLeast: number;
  readonly ours: Omit<LoadRequest, 'seconds'>;
  readonly reference: Omit<LoadRequest, 'seconds'>;
}

/** Measures the throughput of one server against that of another, interleaved. */
export async function compareThroughput(
  { name, atLeast, ours, reference }: ThroughputContest,
  { rounds, seconds }: BenchOptions,
): Promise<Figure> {
  const results = await interleave(rounds, {
    ours: () => load({ ...ours, seconds }),
    reference: () => load({ ...reference, seconds }),
  });
  const our = results.ours.map(({ requestsPerSecond }) => requestsPerSecond);
  const their = results.reference.map(({ requestsPerSecond }) => requestsPerSecond);
  const detail = `${spreadOf(our).median.toFixed(0)} against ${spreadOf(their).median.toFixed(0)} requests/s`;
  return { name, ratio: ratiosOf(our, their), goal: { atLeast }, detail };
}
