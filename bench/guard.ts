/**
 * The regression guard of the hot path: `npm run bench:guard`, part of what lands a change.
 *
 * It compares CPU time per call, which a busy machine bends much less than throughput, with that of
 * a reference in the same run, and fails where a ratio is far above what it was when the limit was
 * set. The limits are no goals: those are measured by `npm run bench` on a quiet machine.
 */
import { answerOf } from './fixture/answers.ts';
import { interleave } from './harness/interleave.ts';
import { load } from './harness/load.ts';
import { callBody, legacyHeaders } from './harness/requests.ts';
import { spawnGateway } from './harness/spawn-gateway.ts';
import { script, spawnServer, type BenchServer } from './harness/spawn-server.ts';
import { spreadOf } from './harness/statistics.ts';
import { temporaryFile } from './harness/temporary-files.ts';
import { answerTo } from './measurements/in-process-call.ts';

/** Calls a round; enough for the compilers of V8 to be done after the first round. */
const calls = 3_000;
const rounds = 5;
/** Series of rounds until a ratio above its limit counts. */
const maxSeries = 5;

interface Guarded {
  readonly name: string;
  readonly ours: BenchServer;
  readonly reference: BenchServer;
  readonly body: string;
  /** Largest CPU time per call, in those of the reference. */
  readonly atMost: number;
}

const upstream = await spawnServer(script('upstream'), {
  ANSWER_FILE: temporaryFile(answerOf(1_000)),
});
const inProcess = await spawnServer(script('gateway-in-process'));
const small = callBody('version', {});
const answer = await answerTo(`${inProcess.url}/mcp`, small);
const guarded: readonly Guarded[] = [
  {
    name: 'a call in process, against a bare server that answers the same',
    ours: inProcess,
    reference: await spawnServer(script('raw'), { ANSWER_FILE: temporaryFile(answer) }),
    body: small,
    // about what a busy machine shows if each response is written on its own, see bench/README.md
    atMost: 3,
  },
  {
    name: 'a call through an upstream, against a bare proxy',
    ours: await spawnGateway(upstream.url),
    reference: await spawnServer(script('proxy'), { UPSTREAM: upstream.url }),
    body: callBody('listItems', { first: 10 }),
    atMost: 3.5,
  },
];

let failed = false;
for (const { name, ours, reference, body, atMost } of guarded) {
  let [our, their] = [Infinity, Infinity];
  // a busy machine makes single rounds slower, so a ratio above the limit is measured again
  for (let series = 0; series < maxSeries && !(our / their <= atMost); series += 1) {
    const results = await interleave(rounds, {
      ours: () => cpuPerCall(ours, body),
      reference: () => cpuPerCall(reference, body),
    });
    // the least disturbed round of each tells most
    our = Math.min(our, spreadOf(results.ours).min);
    their = Math.min(their, spreadOf(results.reference).min);
  }
  const ratio = our / their;
  failed ||= ratio > atMost;
  const figures = `${our.toFixed(0)} against ${their.toFixed(0)} µs of CPU time`;
  process.stdout.write(`${name}: ${ratio.toFixed(2)}, at most ${atMost} (${figures})\n`);
}
await Promise.all([
  upstream.stop(),
  ...guarded.flatMap(({ ours, reference }) => [ours.stop(), reference.stop()]),
]);
process.exit(failed ? 1 : 0);

async function cpuPerCall(server: BenchServer, body: string): Promise<number> {
  const before = server.cpuMicroseconds();
  await load({
    url: `${server.url}/mcp`,
    body,
    headers: legacyHeaders,
    connections: 32,
    seconds: 60,
    amount: calls,
  });
  return (server.cpuMicroseconds() - before) / calls;
}
