import { runCold } from '../compile/run-cold.ts';
import { interleave } from '../harness/interleave.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { ratiosOf, spreadOf } from '../harness/statistics.ts';

/** A reload after one of 663 operations was touched, against compiling all. */
export async function reloadOne({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const results = await interleave(rounds, {
    reload: async () => (await runCold('reload')).milliseconds,
    full: async () => (await runCold('fullCompile')).milliseconds,
  });
  const medians = [results.reload, results.full].map((all) => spreadOf(all).median);
  return [
    {
      name: 'reload after touching one of 663 operations: time against compiling all',
      ratio: ratiosOf(results.reload, results.full),
      goal: { atMost: 0.25 },
      detail: medians.map((median) => `${median.toFixed(0)} ms`).join(' against '),
    },
  ];
}
