import { runCold, type Timing } from '../compile/run-cold.ts';
import { interleave } from '../harness/interleave.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { ratiosOf, spreadOf } from '../harness/statistics.ts';

/** Memory that compiling may take, in bytes. */
const memoryGoal = 400e6;

/**
 * Reading and compiling 663 operations against 1.3 MB of SDL, against what graphql-js alone needs to
 * parse, build and validate the same; each in a process of its own, as at a start.
 */
export async function compile({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const results = await interleave(rounds, {
    gateway: () => runCold('fullCompile'),
    graphqlJs: () => runCold('graphqlJs'),
  });
  const times = (timings: readonly Timing[]) => timings.map(({ milliseconds }) => milliseconds);
  const [ours, reference] = [times(results.gateway), times(results.graphqlJs)];
  const rss = spreadOf(results.gateway.map((timing) => timing.rss / memoryGoal));
  return [
    {
      name: 'compile 663 operations: time against graphql-js parsing, building and validating',
      ratio: ratiosOf(ours, reference),
      goal: { atMost: 1.5 },
      detail: `${spreadOf(ours).median.toFixed(0)} against ${spreadOf(reference).median.toFixed(0)} ms`,
    },
    {
      name: 'compile 663 operations: resident memory against 400 MB',
      ratio: rss,
      goal: { atMost: 1 },
      detail: `${((rss.median * memoryGoal) / 1e6).toFixed(0)} MB`,
    },
  ];
}
