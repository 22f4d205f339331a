import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Diagnostic } from '../core/diagnostic.ts';
import { fetchJson, type JsonAnswer } from './fetch-json.ts';
import { explainFailure, judgeAnswer, redirected, type Verdict } from './introspection-answer.ts';
import {
  allFeatures,
  fewerFeatures,
  introspectionQueryWith,
  type Feature,
} from './introspection-query.ts';
import { maxJsonBytes } from './read-text.ts';

/** Where a schema is introspected, and how patiently. */
export interface IntrospectRequest {
  readonly endpoint: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Attempts in all; only failures that may pass are tried again. */
  readonly attempts: number;
  /** Wait before the second attempt, in milliseconds; it doubles for each further one. @default 250 */
  readonly backoffMs?: number;
  /** Longest time for one request, in milliseconds. @default 30_000 */
  readonly requestMs?: number;
  /** Longest time for everything, in milliseconds. @default 90_000 */
  readonly deadlineMs?: number;
  /** Connections to use; else one that honours `HTTPS_PROXY` and its like is made for the purpose. */
  readonly dispatcher?: Dispatcher;
  readonly signal?: AbortSignal;
}

/** An introspection result as JSON, or why there is none. */
export type Introspected =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly problem: Diagnostic };

/**
 * Asks an endpoint for its schema.
 *
 * Servers that do not know a part of the newest introspection query are asked again without it.
 * Failed connections, timeouts, 408, 429 and 5xx are tried again after a growing wait; everything
 * else is an answer, and final. Messages name the origin of the endpoint and nothing more of it.
 */
export async function introspect(asked: IntrospectRequest): Promise<Introspected> {
  // imported where an endpoint is asked, and before time runs: a start from files does without
  const { EnvHttpProxyAgent } = await import('undici');
  const dispatcher = asked.dispatcher ?? new EnvHttpProxyAgent();
  const deadline = AbortSignal.timeout(asked.deadlineMs ?? 90_000);
  const signal = asked.signal ? AbortSignal.any([asked.signal, deadline]) : deadline;
  try {
    return await tryPatiently({ ...asked, dispatcher, signal });
  } finally {
    if (!asked.dispatcher) await dispatcher.destroy();
  }
}

type Prepared = IntrospectRequest & {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
};

async function tryPatiently(asked: Prepared): Promise<Introspected> {
  const { attempts, backoffMs = 250, signal } = asked;
  for (let attempt = 1; ; attempt += 1) {
    const verdict = await askOnce(asked, asked.endpoint, allFeatures, 3);
    if (verdict.kind === 'schema') return { ok: true, json: verdict.json };
    const { problem } = verdict;
    if (verdict.kind === 'final' || attempt >= attempts || signal.aborted) {
      return { ok: false, problem };
    }
    const paused = await pause(backoffMs * 2 ** (attempt - 1), signal);
    if (!paused) return { ok: false, problem };
  }
}

/** Waits, and answers whether it was left to. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal }).catch(() => false);
}

/** One attempt: as many requests as it takes to find the query, and the address, that work. */
async function askOnce(
  asked: Prepared,
  url: string,
  features: ReadonlySet<Feature>,
  redirectsLeft: number,
): Promise<Verdict> {
  const answer = await send(asked, url, features);
  if ('kind' in answer) return answer;
  const target = redirected(answer, url);
  if (target !== undefined && redirectsLeft > 0) {
    return askOnce(asked, target, features, redirectsLeft - 1);
  }
  const verdict = judgeAnswer(answer, url);
  if (verdict.kind !== 'refused') return verdict;
  const fewer = fewerFeatures(features, verdict.errors);
  return fewer ? askOnce(asked, url, fewer, redirectsLeft) : { ...verdict, kind: 'final' };
}

async function send(
  asked: Prepared,
  url: string,
  features: ReadonlySet<Feature>,
): Promise<JsonAnswer | Verdict> {
  const timeout = AbortSignal.timeout(asked.requestMs ?? 30_000);
  try {
    return await fetchJson({
      url,
      headers: Object.fromEntries(asked.headers),
      body: { query: introspectionQueryWith(features), operationName: 'IntrospectionQuery' },
      maxBytes: maxJsonBytes,
      dispatcher: asked.dispatcher,
      signal: AbortSignal.any([asked.signal, timeout]),
    });
  } catch (error) {
    return explainFailure(error, url);
  }
}
