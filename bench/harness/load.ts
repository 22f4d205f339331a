import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

/** What one round of load found. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly medianLatency: number;
  /** Milliseconds. */
  readonly p99Latency: number;
}

export interface LoadRequest {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  /** How long; the longest, where an amount is given. */
  readonly seconds: number;
  /** How many requests, rather than how long. */
  readonly amount?: number;
}

/** `npm run bench` installs it in `tools/`. */
const tools = createRequire(new URL('../../tools/package.json', import.meta.url));
const autocannon = tools.resolve('autocannon/autocannon.js');
const run = promisify(execFile);

/** The part of autocannon's JSON that is read. */
interface AutocannonReport {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly errors: number;
  readonly non2xx: number;
}

/**
 * Loads a server from a separate process (autocannon), so that making requests does not slow the
 * server down more than any client on the machine would.
 *
 * Any error or refused request fails the measurement.
 */
export async function load(request: LoadRequest): Promise<LoadResult> {
  const { url, body, connections, seconds, amount, headers = {} } = request;
  const extent = amount === undefined ? ['-d', String(seconds)] : ['-a', String(amount)];
  const headerArguments = Object.entries({
    'content-type': 'application/json',
    ...headers,
  }).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const { stdout } = await run(
    process.execPath,
    [
      autocannon,
      '-c',
      String(connections),
      ...extent,
      '-m',
      'POST',
      '-b',
      body,
      ...headerArguments,
      '--json',
      '--no-progress',
      url,
    ],
    { maxBuffer: 16 * 1024 * 1024, timeout: seconds * 1_000 + 30_000 },
  );
  const report = JSON.parse(stdout) as AutocannonReport;
  if (report.errors > 0 || report.non2xx > 0) {
    throw new Error(`${url}: ${report.errors} errors, ${report.non2xx} refused`);
  }
  return {
    requestsPerSecond: report.requests.average,
    medianLatency: report.latency.p50,
    p99Latency: report.latency.p99,
  };
}
