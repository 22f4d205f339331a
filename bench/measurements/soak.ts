import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import type { Figure } from '../harness/measurement.ts';
import { spawnServer, type BenchServer } from '../harness/spawn-server.ts';
import { spreadOf } from '../harness/statistics.ts';
import { temporaryFolder } from '../harness/temporary-files.ts';

/** Streams until the gateway has grown to its size, in the middle, and until memory is read again. */
const warmUp = 3_000;
const between = 10_000;
/** Memory rises until garbage is collected, so its lowest of so many streams counts. */
const watched = 3_000;
/** Streams open at once; the gateway allows ten times as many, so a leak soon ends in 503. */
const together = 100;

/** Resident memory before and after 10,000 clients that opened a stream and vanished without goodbye. */
export async function memoryAfterStreams(): Promise<readonly Figure[]> {
  const gateway = await spawnStreaming();
  try {
    await vanish(gateway, warmUp);
    const before = await vanish(gateway, watched);
    await vanish(gateway, between);
    const after = await vanish(gateway, watched);
    return [
      {
        name: 'resident memory: after 10,000 streams dropped without goodbye against before',
        ratio: spreadOf([after / before]),
        goal: { atMost: 1.1 },
        detail: `${(after / 1e6).toFixed(0)} against ${(before / 1e6).toFixed(0)} MB`,
      },
    ];
  } finally {
    await gateway.stop();
  }
}

function spawnStreaming(): Promise<BenchServer> {
  const config = {
    endpoint: 'example:films',
    operations: resolve('operations/*.graphql'),
    server: { port: 0, watch: false, sse: true, streams: true },
  };
  const path = join(temporaryFolder(), 'gateway.json');
  writeFileSync(path, JSON.stringify(config));
  // a small heap is collected often, so that what is kept shows
  return spawnServer(['--max-old-space-size=64', 'dist/cli/main.js', 'serve', '--config', path]);
}

/** Opens so many streams, and answers the least memory meanwhile. */
async function vanish(gateway: BenchServer, count: number): Promise<number> {
  const port = Number(new URL(gateway.url).port);
  let least = Infinity;
  for (let done = 0; done < count; done += together) {
    const opening = Array.from({ length: together }, (_, at) =>
      openAndVanish(port, streams[at % streams.length] ?? ''),
    );
    await Promise.all(opening);
    least = Math.min(least, gateway.residentBytes());
  }
  return least;
}

/** Resolves when the connection is cut, which is as soon as the first event has come. */
function openAndVanish(port: number, request: string): Promise<void> {
  return new Promise((settle, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let seen = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
      // streams that were dropped are still counted: the leak that this looks for
      if (seen.startsWith('HTTP/1.1 503')) reject(new Error(`No stream was opened: ${seen}`));
      // the stream of a GET is silent until the tools change
      if (seen.includes('data: ') || request.startsWith('GET /mcp')) socket.resetAndDestroy();
    });
    socket.on('error', reject);
    socket.on('close', () => settle());
  });
}

const listen = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

/** A request for each kind of stream. */
const streams: readonly string[] = [
  requestOf('GET', '/sse'),
  requestOf('GET', '/mcp'),
  requestOf(
    'POST',
    '/mcp',
    {
      'content-type': 'application/json',
      'content-length': String(listen.length),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    listen,
  ),
];

function requestOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const all = { host: 'localhost', accept: 'application/json, text/event-stream', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
