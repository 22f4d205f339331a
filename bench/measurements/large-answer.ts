import { answerOf } from '../fixture/answers.ts';
import { compareThroughput } from '../harness/compare-throughput.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { callBody, legacyHeaders } from '../harness/requests.ts';
import { spawnGateway } from '../harness/spawn-gateway.ts';
import { script, spawnServer, type BenchServer } from '../harness/spawn-server.ts';
import { spreadOf } from '../harness/statistics.ts';
import { temporaryFile } from '../harness/temporary-files.ts';
import { answerTo } from './in-process-call.ts';

const body = callBody('listItems', { first: 10 });

interface Contenders {
  readonly gateway: BenchServer;
  readonly proxy: BenchServer;
}

/** An answer of 100 kB, against *proxy*. */
export async function largeAnswer(options: BenchOptions): Promise<readonly Figure[]> {
  return withContenders(100_000, async ({ gateway, proxy }) => {
    const request = { body, headers: legacyHeaders, connections: 16 };
    const figure = await compareThroughput(
      {
        name: 'upstream call, 100 kB, 16 connections: throughput against proxy',
        atLeast: 0.65,
        ours: { ...request, url: `${gateway.url}/mcp` },
        reference: { ...request, url: proxy.url },
      },
      options,
    );
    return [figure];
  });
}

/** The peak memory of an answer of 5 MB over that of *proxy*, in sizes of the answer. */
export async function hugeAnswerMemory({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const bytes = 5_000_000;
  const ratios: number[] = [];
  const details: string[] = [];
  for (let round = 0; round < rounds; round++) {
    // a peak is of a process's whole life, so every round has its own
    await withContenders(bytes, async ({ gateway, proxy }) => {
      const ours = await growthDuring(gateway, () => answerTo(`${gateway.url}/mcp`, body));
      const theirs = await growthDuring(proxy, () => answerTo(proxy.url, body));
      ratios.push((ours - theirs) / bytes);
      details.push(`${(ours / 1e6).toFixed(0)} against ${(theirs / 1e6).toFixed(0)} MB`);
      return [];
    });
  }
  return [
    {
      name: 'upstream call, 5 MB: peak memory over that of proxy, in answers',
      ratio: spreadOf(ratios),
      goal: { atMost: 6 },
      detail: details.join(', '),
    },
  ];
}

/** How far the peak rises above the memory before, in bytes. */
async function growthDuring(server: BenchServer, work: () => Promise<string>): Promise<number> {
  const before = server.residentBytes();
  await work();
  return Math.max(0, server.peakResidentBytes() - before);
}

async function withContenders(
  bytes: number,
  work: (contenders: Contenders) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const upstream = await spawnServer(script('upstream'), {
    ANSWER_FILE: temporaryFile(answerOf(bytes)),
  });
  const gateway = await spawnGateway(upstream.url, { limits: { maxResultBytes: 50_000_000 } });
  const proxy = await spawnServer(script('proxy'), { UPSTREAM: upstream.url });
  try {
    return await work({ gateway, proxy });
  } finally {
    await Promise.all([upstream, gateway, proxy].map((server) => server.stop()));
  }
}
