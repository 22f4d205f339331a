import { interleave } from '../harness/interleave.ts';
import { load, type LoadResult } from '../harness/load.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { callBody, legacyHeaders } from '../harness/requests.ts';
import { spawnServer, type BenchServer } from '../harness/spawn-server.ts';
import { ratiosOf, spreadOf } from '../harness/statistics.ts';

/** Two workers against one, answering in process. */
export async function workersScale(options: BenchOptions): Promise<readonly Figure[]> {
  const one = await spawnExample('1');
  const two = await spawnExample('2');
  try {
    const results = await interleave(options.rounds, {
      two: () => call(two, options),
      one: () => call(one, options),
    });
    const [our, their] = [results.two, results.one].map((all) =>
      all.map(({ requestsPerSecond }) => requestsPerSecond),
    );
    return [
      {
        name: 'call in process, 64 connections: throughput of two workers against one',
        ratio: ratiosOf(our ?? [], their ?? []),
        goal: { atLeast: 1.7 },
        detail: [our, their].map((all) => spreadOf(all ?? []).median.toFixed(0)).join(' against '),
      },
    ];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

function spawnExample(workers: string): Promise<BenchServer> {
  const flags = ['--example', '--port', '0', '--no-watch', '--workers', workers];
  return spawnServer(['dist/cli/main.js', 'serve', ...flags]);
}

function call({ url }: BenchServer, { seconds }: BenchOptions): Promise<LoadResult> {
  return load({
    url: `${url}/mcp`,
    body: callBody('summarizeMovieReviews', { movieId: 'm11' }),
    headers: legacyHeaders,
    connections: 64,
    seconds,
  });
}
