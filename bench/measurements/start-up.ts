import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { operationsFile, schemaFile } from '../compile/corpus-files.ts';
import { interleave } from '../harness/interleave.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { listBody } from '../harness/requests.ts';
import { spawnGateway } from '../harness/spawn-gateway.ts';
import { ratiosOf, spreadOf } from '../harness/statistics.ts';
import { answerTo } from './in-process-call.ts';

/** From the start of the process to the first answer, against graphql-js alone doing its part. */
export async function startUp({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const results = await interleave(rounds, { gateway: startGateway, graphqlJs: runGraphqlJs });
  const medians = [results.gateway, results.graphqlJs].map((all) => spreadOf(all).median);
  return [
    {
      name: 'start until the first answer, 663 operations: time against graphql-js alone',
      ratio: ratiosOf(results.gateway, results.graphqlJs),
      goal: { atMost: 1.6 },
      detail: medians.map((median) => `${median.toFixed(0)} ms`).join(' against '),
    },
  ];
}

async function startGateway(): Promise<number> {
  const start = performance.now();
  const sources = { schema: schemaFile, operations: operationsFile };
  const gateway = await spawnGateway('http://127.0.0.1:9', sources);
  await answerTo(`${gateway.url}/mcp`, listBody);
  const milliseconds = performance.now() - start;
  await gateway.stop();
  return milliseconds;
}

async function runGraphqlJs(): Promise<number> {
  const start = performance.now();
  const args = ['bench/servers/graphql-js.mjs', schemaFile, operationsFile];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`graphql-js ended with ${code}`);
  return performance.now() - start;
}
