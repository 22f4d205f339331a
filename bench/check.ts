/**
 * Measures the contract check alone: `npx tsx bench/check.ts`. Prints how long checking 1,000 tools
 * takes, as a ratio to reading and compiling them.
 */
import { formatTable } from './harness/report.ts';
import { checkContract } from './measurements/check.ts';

const figures = await checkContract({
  seconds: 1,
  rounds: Number(process.env['BENCH_ROUNDS'] ?? 5),
});
process.stdout.write(`${formatTable(figures)}\n`);
