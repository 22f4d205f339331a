import { operationsFile, schemaFile } from '../compile/corpus-files.ts';
import { viewerAnswer } from '../fixture/answers.ts';
import { load } from '../harness/load.ts';
import type { Figure } from '../harness/measurement.ts';
import { callBody, legacyHeaders } from '../harness/requests.ts';
import { spawnGateway } from '../harness/spawn-gateway.ts';
import { script, spawnServer, type BenchServer } from '../harness/spawn-server.ts';
import { spreadOf } from '../harness/statistics.ts';
import { temporaryFile } from '../harness/temporary-files.ts';

/** Resident memory with 663 tools after 100,000 calls, against after 1,000. */
export async function residentAfterCalls(): Promise<readonly Figure[]> {
  const upstream = await spawnServer(script('upstream'), {
    ANSWER_FILE: temporaryFile(viewerAnswer()),
  });
  const sources = { schema: schemaFile, operations: operationsFile };
  const gateway = await spawnGateway(upstream.url, sources);
  try {
    await callTimes(gateway, 1_000);
    const before = gateway.residentBytes();
    await callTimes(gateway, 100_000);
    const after = gateway.residentBytes();
    return [
      {
        name: 'resident memory, 663 tools: after 100,000 calls against after 1,000',
        ratio: spreadOf([after / before]),
        goal: { atMost: 1.1 },
        detail: `${(after / 1e6).toFixed(0)} against ${(before / 1e6).toFixed(0)} MB`,
      },
    ];
  } finally {
    await Promise.all([gateway.stop(), upstream.stop()]);
  }
}

async function callTimes({ url }: BenchServer, amount: number): Promise<void> {
  await load({
    url: `${url}/mcp`,
    body: callBody('viewer', {}),
    headers: legacyHeaders,
    connections: 16,
    seconds: 120,
    amount,
  });
}
