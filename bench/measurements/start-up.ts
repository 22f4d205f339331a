import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { operationsFile, schemaFile } from '../compile/corpus-files.ts';
import { viewerAnswer } from '../fixture/answers.ts';
import { interleave } from '../harness/interleave.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { callBody } from '../harness/requests.ts';
import { spawnGateway } from '../harness/spawn-gateway.ts';
import { script, spawnServer } from '../harness/spawn-server.ts';
import { ratiosOf, spreadOf } from '../harness/statistics.ts';
import { temporaryFile } from '../harness/temporary-files.ts';
import { answerTo } from './in-process-call.ts';

/** From the start of the process to the first answered call, against graphql-js alone. */
export async function startUp({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const upstream = await spawnServer(script('upstream'), {
    ANSWER_FILE: temporaryFile(viewerAnswer()),
  });
  const results = await interleave(rounds, {
    gateway: () => startGateway(upstream.url),
    graphqlJs: runGraphqlJs,
  });
  await upstream.stop();
  const medians = [results.gateway, results.graphqlJs].map((all) => spreadOf(all).median);
  return [
    {
      name: 'start until the first answered call, 663 operations: time against graphql-js alone',
      ratio: ratiosOf(results.gateway, results.graphqlJs),
      goal: { atMost: 1.6 },
      detail: medians.map((median) => `${median.toFixed(0)} ms`).join(' against '),
    },
  ];
}

async function startGateway(endpoint: string): Promise<number> {
  const start = performance.now();
  const sources = { schema: schemaFile, operations: operationsFile };
  const gateway = await spawnGateway(endpoint, sources);
  const answer = await answerTo(`${gateway.url}/mcp`, callBody('viewer', {}));
  if (!answer.includes('structuredContent')) throw new Error(`no result: ${answer}`);
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
