import { setTimeout as wait } from 'node:timers/promises';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { createHttpClient, type HttpClient, type HttpResult } from '../../http/client.ts';
import { maxJsonBytes } from '../files/read-file.ts';
import { allFeatures, fewerFeatures, introspectionQueryWith, type Feature } from './query.ts';
import { judgeResult, stoppedVerdict, type Verdict } from './response.ts';

export interface IntrospectRequest {
  readonly endpoint: string;
  /** Created and closed by `introspect` if it is absent. */
  readonly client?: HttpClient | undefined;
  readonly headers: ReadonlyMap<string, string>;
  /** Maximum number of attempts; only transient failures are repeated. */
  readonly attempts: number;
  /** Wait before the second attempt, in milliseconds; doubled for each further one. @default 250 */
  readonly backoffMs?: number;
  /** Time limit of one request, in milliseconds. @default 30_000 */
  readonly requestMs?: number;
  /** Time limit of all attempts, in milliseconds. @default 90_000 */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

/** An introspection result as JSON, or why there is none. */
export type Introspected =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly problem: Diagnostic };

/**
 * Introspects an endpoint.
 *
 * If a server rejects a part of the newest introspection query, the query is repeated without it.
 * Network errors, timeouts, 408, 429 and 5xx are retried with exponential backoff; any other failure
 * is final. Messages contain only the origin of the endpoint.
 */
export async function introspect(request: IntrospectRequest): Promise<Introspected> {
  if (request.client) return attemptRepeatedly({ ...request, client: request.client });
  const { origin } = new URL(request.endpoint);
  const client = createHttpClient({ origin, maxConnections: 1, environment: new Map() });
  try {
    return await attemptRepeatedly({ ...request, client });
  } finally {
    await client.close();
  }
}

type ClientRequest = IntrospectRequest & { readonly client: HttpClient };

async function attemptRepeatedly(request: ClientRequest): Promise<Introspected> {
  const { attempts, backoffMs = 250, deadlineMs = 90_000 } = request;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  for (let attempt = 1; ; attempt += 1) {
    const verdict = await attemptOnce(request, signal);
    if (verdict.kind === 'schema') return { ok: true, json: verdict.json };
    const { problem } = verdict;
    if (verdict.kind !== 'transient' || attempt >= attempts) return { ok: false, problem };
    // rejects when it is aborted
    const waited = wait(backoffMs * 2 ** (attempt - 1), true, { signal }).catch(() => false);
    if (!(await waited)) return { ok: false, problem };
  }
}

/** One attempt: as many requests as it takes to find a query that the server accepts. */
async function attemptOnce(request: ClientRequest, signal: AbortSignal): Promise<Verdict> {
  const { endpoint } = request;
  let features: ReadonlySet<Feature> | undefined = allFeatures;
  for (;;) {
    const result = await send(request, features, signal);
    const verdict =
      result.kind === 'stopped' ? stoppedVerdict(endpoint) : judgeResult(result, endpoint);
    if (verdict.kind !== 'rejected') return verdict;
    features = fewerFeatures(features, verdict.errors);
    if (!features) return verdict;
  }
}

function send(
  { client, endpoint, headers, requestMs = 30_000 }: ClientRequest,
  features: ReadonlySet<Feature>,
  signal: AbortSignal,
): Promise<HttpResult> {
  const { pathname, search } = new URL(endpoint);
  const query = introspectionQueryWith(features);
  const request = {
    method: 'POST',
    path: `${pathname}${search}`,
    headers: [...requestHeaders(headers)].flat(),
    body: JSON.stringify({ query, operationName: 'IntrospectionQuery' }),
  } as const;
  return client.send(request, {
    maxBytes: maxJsonBytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
  });
}

/** Configured headers replace the default ones, whatever the case of their names. */
function requestHeaders(configured: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([
    ['accept', 'application/graphql-response+json, application/json;q=0.9'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['content-type', 'application/json'],
    ...[...configured].map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
}
