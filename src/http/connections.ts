import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { gatewayError, type GatewayError } from '../core/diagnostic.ts';

/** Environment variables by name. */
export type Environment = ReadonlyMap<string, string | undefined>;

export interface ConnectionSettings {
  readonly origin: string;
  readonly maxConnections: number;
  /** File of PEM certificates trusted in addition to those of Node. */
  readonly caFile?: string | undefined;
  /** Read for `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: Environment;
}

/** Connections to one origin, opened at first use. */
export interface Connections {
  open(): Dispatcher;
  close(): Promise<void>;
}

/**
 * Delay after which undici is loaded, in milliseconds: after the start, of which loading takes a
 * tenth, and usually before the first call.
 */
const loadAfterMs = 1_000;

/** Time limit for establishing a connection, in milliseconds; a shorter deadline of the call wins. */
const connectTimeoutMs = 10_000;

/** Throws a `GatewayError` for a certificate file that cannot be used. */
export function createConnections(settings: ConnectionSettings): Connections {
  const { caFile } = settings;
  const ca = caFile === undefined ? undefined : [...rootCertificates, readCertificates(caFile)];
  let dispatcher: Dispatcher | undefined;
  const open = (): Dispatcher => (dispatcher ??= createDispatcher(settings, ca));
  const timer = setTimeout(open, loadAfterMs).unref();
  return {
    open,
    async close() {
      clearTimeout(timer);
      await dispatcher?.destroy();
    },
  };
}

const require = createRequire(import.meta.url);

/**
 * Creates a connection pool, or a proxy agent if the environment names a proxy.
 *
 * Proxy variables are read in either case, lower case first. The timeouts of undici are off, since
 * the deadline of the call covers headers and body.
 */
function createDispatcher(settings: ConnectionSettings, ca: readonly string[] | undefined) {
  const { EnvHttpProxyAgent, Pool } = require('undici') as typeof import('undici');
  const { origin, maxConnections, environment } = settings;
  const connect = { timeout: connectTimeoutMs, ...(ca && { ca: [...ca] }) };
  const options = {
    connect,
    connections: maxConnections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const httpProxy = variable(environment, 'http_proxy');
  const httpsProxy = variable(environment, 'https_proxy');
  if (!httpProxy && !httpsProxy) return new Pool(origin, options);
  return new EnvHttpProxyAgent({
    ...options,
    // empty strings prevent undici from reading the environment of the process
    httpProxy,
    httpsProxy,
    noProxy: variable(environment, 'no_proxy'),
    requestTls: connect,
    proxyTls: connect,
  });
}

function variable(environment: Environment, name: string): string {
  return environment.get(name) ?? environment.get(name.toUpperCase()) ?? '';
}

function readCertificates(caFile: string): string {
  let text: string;
  try {
    text = readFileSync(caFile, 'utf8');
  } catch (cause) {
    throw unusable(`The certificates in ${JSON.stringify(caFile)} cannot be read.`, { cause });
  }
  // OpenSSL ignores any other content, and every connection would then be refused
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw unusable(`The file ${JSON.stringify(caFile)} contains no PEM certificate.`);
}

function unusable(message: string, rest: ErrorOptions = {}): GatewayError {
  const hint = 'Set `http.caFile` to a file of PEM certificates.';
  return gatewayError('CA_FILE_UNREADABLE', message, hint, rest);
}
