/**
 * Measures the gateway against its references: `npm run bench`, or `npm run bench -- upstream` for the
 * measurements whose name starts so.
 *
 * Writes `bench/results.json`, `bench/results.svg` and the table of `bench/README.md`.
 * `BENCH_SECONDS` (3) and `BENCH_ROUNDS` (5) say how long.
 */
import { writeFileSync } from 'node:fs';
import { drawChart } from './harness/draw-chart.ts';
import { describeMachine } from './harness/machine.ts';
import type { BenchOptions, Figure, Measurement } from './harness/measurement.ts';
import { formatTable, replaceTable } from './harness/report.ts';
import { checkContract } from './measurements/check.ts';
import { compile } from './measurements/compile.ts';
import { inProcessCall } from './measurements/in-process-call.ts';
import { hugeAnswerMemory, largeAnswer } from './measurements/large-answer.ts';
import { reloadOne } from './measurements/reload.ts';
import { residentAfterCalls } from './measurements/resident.ts';
import { memoryAfterStreams } from './measurements/soak.ts';
import { startUp } from './measurements/start-up.ts';
import { toolsList } from './measurements/tools-list.ts';
import { upstreamCall } from './measurements/upstream-call.ts';
import { workersScale } from './measurements/workers.ts';

const measurements: readonly (readonly [string, Measurement])[] = [
  ['in-process', inProcessCall],
  ['upstream', upstreamCall],
  ['large', largeAnswer],
  ['huge', hugeAnswerMemory],
  ['list', toolsList],
  ['compile', compile],
  ['check', checkContract],
  ['start', startUp],
  ['reload', reloadOne],
  ['resident', residentAfterCalls],
  ['workers', workersScale],
  ['soak', memoryAfterStreams],
];

const options: BenchOptions = {
  seconds: Number(process.env.BENCH_SECONDS ?? 3),
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
};
const asked = process.argv[2] ?? '';
const figures: Figure[] = [];
for (const [name, measure] of measurements) {
  if (!name.startsWith(asked)) continue;
  process.stderr.write(`${name} …\n`);
  figures.push(...(await measure(options)));
}
const table = formatTable(figures);
process.stdout.write(`${table}\n`);
if (asked === '') {
  const machine = describeMachine(options);
  writeFileSync('bench/results.json', `${JSON.stringify({ machine, figures }, undefined, 2)}\n`);
  writeFileSync('bench/results.svg', drawChart(figures));
  replaceTable('bench/README.md', machine, table);
}
process.exit(0);
