import { compareThroughput } from '../harness/compare-throughput.ts';
import type { BenchOptions, Figure } from '../harness/measurement.ts';
import { callBody, legacyHeaders } from '../harness/requests.ts';
import { script, spawnServer } from '../harness/spawn-server.ts';
import { temporaryFile } from '../harness/temporary-files.ts';

/** A call answered in process, against *raw* answering the very same bytes. */
export async function inProcessCall(options: BenchOptions): Promise<readonly Figure[]> {
  const gateway = await spawnServer(script('gateway-in-process'));
  const request = {
    body: callBody('version', {}),
    headers: legacyHeaders,
    connections: 64,
  };
  const answer = await answerTo(`${gateway.url}/mcp`, request.body);
  const raw = await spawnServer(script('raw'), { ANSWER_FILE: temporaryFile(answer) });
  try {
    const figure = await compareThroughput(
      {
        name: 'call in process, small answer, 64 connections: throughput against raw',
        atLeast: 0.55,
        ours: { ...request, url: `${gateway.url}/mcp` },
        reference: { ...request, url: raw.url },
      },
      options,
    );
    return [figure];
  } finally {
    await Promise.all([gateway.stop(), raw.stop()]);
  }
}

/** What a server answers to one request. */
export async function answerTo(url: string, body: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...legacyHeaders },
    body,
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}
