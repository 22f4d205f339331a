import { resolve } from 'node:path';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { createHttpClient, type HttpClient } from '../http/client.ts';
import { exampleEndpoint } from './create-executor.ts';

/**
 * Creates the client that introspects an endpoint, with the proxy of the environment and the
 * certificates of `http.caFile`; undefined if no endpoint is introspected. The caller closes it.
 *
 * Throws a `GatewayError` for certificates that cannot be read.
 */
export function createSchemaClient(
  { endpoint, schema, http }: ResolvedUpstream,
  baseDir: string,
  env: Readonly<Record<string, string | undefined>>,
): HttpClient | undefined {
  if (endpoint === undefined || endpoint === exampleEndpoint || schema.length > 0) return undefined;
  return createHttpClient({
    origin: new URL(endpoint).origin,
    maxConnections: 1,
    environment: new Map(Object.entries(env)),
    caFile: http.caFile && resolve(baseDir, http.caFile),
  });
}
