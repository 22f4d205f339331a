import { answerOf } from '../fixture/answers.ts';
import { interleave } from '../harness/interleave.ts';
import { load, type LoadResult } from '../harness/load.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { callBody, legacyHeaders } from '../harness/requests.ts';
import { script, spawnServer, type BenchServer } from '../harness/spawn-server.ts';
import { ratiosOf, spreadOf } from '../harness/statistics.ts';
import { temporaryFile } from '../harness/temporary-files.ts';
import { spawnGateway } from '../harness/spawn-gateway.ts';

/** A call that the gateway sends to an upstream, against *proxy*, *sdk* and *sdk-low*. */
export async function upstreamCall(options: BenchOptions): Promise<readonly Figure[]> {
  const upstream = await spawnServer(script('upstream'), {
    ANSWER_FILE: temporaryFile(answerOf(1_000)),
  });
  const env = { UPSTREAM: upstream.url };
  const servers = {
    gateway: await spawnGateway(upstream.url),
    proxy: await spawnServer(script('proxy'), env),
    sdk: await spawnServer(script('sdk'), env),
    sdkLow: await spawnServer(script('sdk-low'), env),
  };
  try {
    const busy = await interleave(options.rounds, {
      gateway: () => call(servers.gateway, 64, options),
      proxy: () => call(servers.proxy, 64, options),
      sdk: () => call(servers.sdk, 64, options),
      sdkLow: () => call(servers.sdkLow, 64, options),
    });
    const alone = await interleave(options.rounds, {
      gateway: () => call(servers.gateway, 1, options),
      proxy: () => call(servers.proxy, 1, options),
    });
    return [...throughput(busy), ...latency(busy, alone)];
  } finally {
    await Promise.all([upstream, ...Object.values(servers)].map((server) => server.stop()));
  }
}

type Results<Name extends string> = Readonly<Record<Name, readonly LoadResult[]>>;

function throughput(busy: Results<'gateway' | 'proxy' | 'sdk' | 'sdkLow'>): readonly Figure[] {
  const goals = { proxy: 0.8, sdk: 12, sdkLow: 3 } as const;
  return (['proxy', 'sdk', 'sdkLow'] as const).map((name) => ({
    name: `upstream call, 1 kB, 64 connections: throughput against ${name}`,
    ratio: ratiosOf(rates(busy.gateway), rates(busy[name])),
    goal: { atLeast: goals[name] },
    detail: `${medianRate(busy.gateway)} against ${medianRate(busy[name])} calls/s`,
  }));
}

function latency(
  busy: Results<'gateway' | 'sdk'>,
  alone: Results<'gateway' | 'proxy'>,
): readonly Figure[] {
  // at one connection, autocannon's whole milliseconds are too coarse: 1 / rate is the mean latency
  const meanOf = (results: readonly LoadResult[]) => rates(results).map((rate) => 1_000 / rate);
  const p99Of = (results: readonly LoadResult[]) => results.map(({ p99Latency }) => p99Latency);
  return [
    {
      name: 'upstream call, 1 kB, 1 connection: latency against proxy',
      ratio: ratiosOf(meanOf(alone.gateway), meanOf(alone.proxy)),
      goal: { atMost: 1.3 },
      detail: `${medianRate(alone.gateway)} against ${medianRate(alone.proxy)} calls/s in a row`,
    },
    {
      name: 'upstream call, 1 kB, 64 connections: p99 against sdk',
      ratio: ratiosOf(p99Of(busy.gateway), p99Of(busy.sdk)),
      goal: { atMost: 0.2 },
      detail: `${spreadOf(p99Of(busy.gateway)).median} against ${spreadOf(p99Of(busy.sdk)).median} ms`,
    },
  ];
}

function call(
  server: BenchServer,
  connections: number,
  options: BenchOptions,
): Promise<LoadResult> {
  return load({
    url: `${server.url}/mcp`,
    body: callBody('listItems', { first: 10 }),
    headers: legacyHeaders,
    connections,
    seconds: options.seconds,
  });
}

function rates(results: readonly LoadResult[]): readonly number[] {
  return results.map(({ requestsPerSecond }) => requestsPerSecond);
}

function medianRate(results: readonly LoadResult[]): string {
  return spreadOf(rates(results)).median.toFixed(0);
}
