import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareThroughput } from '../harness/compare-throughput.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { legacyHeaders, listBody } from '../harness/requests.ts';
import { spawnGateway } from '../harness/spawn-gateway.ts';
import { script, spawnServer } from '../harness/spawn-server.ts';
import { temporaryFile, temporaryFolder } from '../harness/temporary-files.ts';
import { answerTo } from './in-process-call.ts';

/** `tools/list` with 500 tools, against *raw* serving the same bytes. */
export async function toolsList(options: BenchOptions): Promise<readonly Figure[]> {
  const gateway = await spawnGateway('http://127.0.0.1:9', { operations: operationFiles(500) });
  const url = `${gateway.url}/mcp`;
  const raw = await spawnServer(script('raw'), {
    ANSWER_FILE: temporaryFile(await answerTo(url, listBody)),
  });
  const request = { body: listBody, headers: legacyHeaders, connections: 16 };
  try {
    const figure = await compareThroughput(
      {
        name: 'tools/list, 500 tools, 16 connections: throughput against raw',
        atLeast: 0.9,
        ours: { ...request, url },
        reference: { ...request, url: raw.url },
      },
      options,
    );
    return [figure];
  } finally {
    await Promise.all([gateway.stop(), raw.stop()]);
  }
}

function operationFiles(count: number): string {
  const folder = temporaryFolder();
  for (let index = 0; index < count; index++) {
    const text = `query listItems${index}($first: Int! = 10) { items(first: $first) { id name price tags } }\n`;
    writeFileSync(join(folder, `listItems${index}.graphql`), text);
  }
  return join(folder, '*.graphql');
}
