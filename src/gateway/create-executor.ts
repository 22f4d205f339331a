import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import type { Executor } from '../core/call.ts';
import type { CallContext } from '../core/caller.ts';
import { gatewayError } from '../core/diagnostic.ts';
import { createCustomExecutor } from '../execute/custom-executor.ts';
import { createHttpExecutor } from '../execute/http-executor.ts';
import { createInProcessExecutor } from '../execute/in-process.ts';
import type { Environment } from '../http/connections.ts';
import type { Log } from '../core/log.ts';
import { createReportBug } from './report-bug.ts';

/** What code brings to answer operations, in place of an endpoint. */
export interface ExecutorSource {
  readonly executor?: Executor | undefined;
  /** An executable schema, run in process. */
  readonly schema?: GraphQLSchema | undefined;
  readonly contextOf?: ((call: CallContext) => unknown) | undefined;
}

/** The endpoint that stands for the film API that ships with the gateway, run in process. */
export const exampleEndpoint = 'example:films';

/** Makes what answers the operations of one upstream. */
export async function createExecutor(
  upstream: ResolvedUpstream,
  { executor, schema, contextOf }: ExecutorSource,
  baseDir: string,
  environment: Environment,
  log: Log,
): Promise<Executor> {
  const { endpoint, timeoutMs } = upstream;
  if (executor) {
    const reportBug = createReportBug(log);
    return createCustomExecutor({ executor, timeoutMs, environment, reportBug });
  }
  if (endpoint === exampleEndpoint) {
    // imported here alone: the example and its libraries are 100 modules that other starts do without
    const { createFilmApi } = await import('../example/film-api.ts');
    return createInProcessExecutor({ ...createFilmApi(), timeoutMs, environment });
  }
  if (endpoint !== undefined) {
    return createHttpExecutor({ ...httpOptionsOf(upstream, baseDir), endpoint, environment });
  }
  if (schema) {
    const context = contextOf && { contextOf };
    const onError = createReportBug(log);
    return createInProcessExecutor({ schema, timeoutMs, environment, onError, ...context });
  }
  throw gatewayError(
    'CONFIG_NO_ENDPOINT',
    `Upstream "${upstream.name}" has a schema, but nothing that answers its operations.`,
    'Give it an endpoint, or pass an executor or an executable schema to createGateway.',
  );
}

function httpOptionsOf(upstream: ResolvedUpstream, baseDir: string) {
  const { caFile, ...http } = upstream.http;
  return {
    headers: Object.fromEntries(upstream.headers),
    forwardHeaders: Object.fromEntries(upstream.forwardHeaders),
    timeoutMs: upstream.timeoutMs,
    persisted: upstream.persisted,
    persistedPrefix: upstream.persistedPrefix,
    http: caFile === undefined ? http : { ...http, caFile: resolve(baseDir, caFile) },
  };
}
