import { createRequire } from 'node:module';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Environment } from './bound-variables.ts';

/** What decides how the API is connected to. */
export interface ConnectionSettings {
  readonly origin: string;
  readonly maxConnections: number;
  /** PEM certificates trusted beside the ones that Node brings. */
  readonly certificates?: string;
  readonly environment: Environment;
}

/** Time to get a connection, in milliseconds; a deadline of the call that is shorter wins. */
const connectTimeoutMs = 10_000;

const require = createRequire(import.meta.url);

/**
 * Opens the way to the API: a connection pool, or a proxy when the environment names one.
 *
 * `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are read in either case, lower case first. Timeouts of
 * undici are off, for the call's own deadline covers headers and body, and cuts the connection.
 *
 * undici is loaded here and not above, for that takes 45 ms, a tenth of a start.
 */
export function createDispatcher(settings: ConnectionSettings): Dispatcher {
  const { EnvHttpProxyAgent, Pool } = require('undici') as typeof import('undici');
  const { origin, maxConnections, certificates, environment } = settings;
  const ca = certificates === undefined ? {} : { ca: [...rootCertificates, certificates] };
  const connect = { timeout: connectTimeoutMs, ...ca };
  const common = { connect, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const httpProxy = read(environment, 'http_proxy');
  const httpsProxy = read(environment, 'https_proxy');
  if (!httpProxy && !httpsProxy)
    return new Pool(origin, { ...common, connections: maxConnections });
  return new EnvHttpProxyAgent({
    ...common,
    connections: maxConnections,
    // empty texts keep undici from reading the process's environment itself
    httpProxy,
    httpsProxy,
    noProxy: read(environment, 'no_proxy'),
    requestTls: connect,
    proxyTls: connect,
  });
}

function read(environment: Environment, name: string): string {
  return environment.get(name) ?? environment.get(name.toUpperCase()) ?? '';
}
