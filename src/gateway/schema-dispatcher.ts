import { resolve } from 'node:path';
import type { Dispatcher } from 'undici';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { readHttpSettings } from '../execute/http-settings.ts';
import { createDispatcher } from '../execute/proxy.ts';
import { exampleEndpoint } from './create-executor.ts';

/**
 * Opens the way to an endpoint that is asked for its schema, with the proxy of the environment and
 * the certificates of `http.caFile`; undefined where no endpoint is asked. Whoever makes it ends it.
 *
 * Throws a `GatewayError` for certificates that cannot be read.
 */
export function createSchemaDispatcher(
  { endpoint, schema, http }: ResolvedUpstream,
  baseDir: string,
  env: Readonly<Record<string, string | undefined>>,
): Dispatcher | undefined {
  if (endpoint === undefined || endpoint === exampleEndpoint || schema.length > 0) return undefined;
  const { caFile, ...others } = http;
  const file = caFile === undefined ? {} : { caFile: resolve(baseDir, caFile) };
  const { certificates } = readHttpSettings({ ...others, ...file });
  return createDispatcher({
    origin: new URL(endpoint).origin,
    maxConnections: 1,
    environment: new Map(Object.entries(env)),
    ...(certificates !== undefined && { certificates }),
  });
}
