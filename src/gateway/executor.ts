import type { IdentifyCaller } from '../auth/authenticator.ts';
import type { LoadedConfig } from '../config/load.ts';
import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import type { Executor, CallContext } from '../core/call.ts';
import { gatewayError } from '../core/diagnostic.ts';
import type { RequestHeaders } from '../execute/caller/request-headers.ts';
import { createCustomExecutor } from '../execute/custom-executor.ts';
import { createHttpExecutor } from '../execute/http-executor.ts';
import { createInProcessExecutor } from '../execute/in-process.ts';
import type { Environment } from '../http/proxy.ts';
import type { Log } from '../core/log.ts';
import { createReportBug } from './error-log.ts';
import { createHttpClient, type HttpClient } from '../http/client.ts';

/** What an embedder passes to execute operations, instead of an endpoint. */
export interface ExecutorSource {
  readonly executor?: Executor | undefined;
  /** An executable schema, executed in process. */
  readonly schema?: GraphQLSchema | undefined;
  readonly contextOf?: ((call: CallContext) => unknown) | undefined;
  /** Completes the headers of requests to endpoints. */
  readonly requestHeaders?: RequestHeaders | undefined;
}

/** The endpoint of the example film API, which is executed in process. */
export const exampleEndpoint = 'example:films';

/** Creates the executor of one upstream. */
export async function createExecutor(
  upstream: ResolvedUpstream,
  { executor, schema, contextOf, requestHeaders }: ExecutorSource,
  baseDir: string,
  environment: Environment,
  log: Log,
  maxResultBytes: number,
): Promise<Executor> {
  const { endpoint, timeoutMs } = upstream;
  if (executor) {
    const reportBug = createReportBug(log);
    return createCustomExecutor({ executor, timeoutMs, environment, reportBug });
  }
  if (endpoint === exampleEndpoint) {
    // loaded on demand: only the example needs it
    const { createFilmApi } = await import('../example/film-api.ts');
    return createInProcessExecutor({ ...createFilmApi(), timeoutMs, environment });
  }
  if (endpoint !== undefined) {
    const http = httpOptionsOf(upstream, baseDir);
    const onUnsupported = (): void => {
      const message =
        'the API does not support automatic persisted queries: documents are sent (set persisted: document)';
      log.warn({ upstream: upstream.name }, message);
    };
    return createHttpExecutor({
      ...http,
      requestHeaders,
      reportBug: createReportBug(log),
      endpoint,
      environment,
      maxResultBytes,
      onUnsupported,
    });
  }
  if (schema) {
    const context = contextOf && { contextOf };
    const onError = createReportBug(log);
    return createInProcessExecutor({ schema, timeoutMs, environment, onError, ...context });
  }
  throw gatewayError(
    'CONFIG_NO_ENDPOINT',
    `Upstream "${upstream.name}" has a schema, but nothing to execute its operations.`,
    'Set its endpoint, or pass an executor or an executable schema to createGateway.',
  );
}

function httpOptionsOf(upstream: ResolvedUpstream, baseDir: string) {
  const { caFile, ...http } = upstream.http;
  return {
    headers: Object.fromEntries(upstream.headers),
    callerHeaders: upstream.callerHeaders,
    accessToken: upstream.accessToken,
    forwardHeaders: Object.fromEntries(upstream.forwardHeaders),
    timeoutMs: upstream.timeoutMs,
    persisted: upstream.persisted,
    persistedPrefix: upstream.persistedPrefix,
    http: caFile === undefined ? http : { ...http, caFile: resolve(baseDir, caFile) },
  };
}

/** Whether the schema of an upstream comes from its endpoint. */
export function isIntrospected({ endpoint, schema }: ResolvedUpstream): boolean {
  return endpoint !== undefined && endpoint !== exampleEndpoint && schema.length === 0;
}

/**
 * Creates the client that introspects an endpoint, with the proxy of the environment and the
 * certificates of `http.caFile`; undefined if no endpoint is introspected. The caller closes it.
 *
 * Throws a `GatewayError` for certificates that cannot be read.
 */
export function createSchemaClient(
  upstream: ResolvedUpstream,
  baseDir: string,
  env: Readonly<Record<string, string | undefined>>,
): HttpClient | undefined {
  const { endpoint, http } = upstream;
  if (endpoint === undefined || !isIntrospected(upstream)) return undefined;
  return createHttpClient({
    origin: new URL(endpoint).origin,
    maxConnections: 1,
    environment: new Map(Object.entries(env)),
    caFile: http.caFile && resolve(baseDir, http.caFile),
  });
}

/** The input of a gateway after its configuration is read. */
export interface GatewayParts extends ReadConfig {
  /** Absolute path of the folder that paths in the options are relative to. */
  readonly baseDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** What an embedder passes to execute operations, instead of endpoints. */
  readonly source: ExecutorSource;
  /** What an embedder passes to identify callers. */
  readonly authenticate?: IdentifyCaller | undefined;
  /** Whether to watch the sources, and reload when they change. */
  readonly watch: boolean;
  /** Absolute path of the configuration file, which is watched with the sources. */
  readonly configFile?: string | undefined;
  /** Reads the configuration again; throws a `GatewayError` if it is invalid. */
  readonly readConfig?: () => Promise<ReadConfig>;
}

type ReadConfig = Pick<LoadedConfig, 'config' | 'options' | 'placeOf'>;
