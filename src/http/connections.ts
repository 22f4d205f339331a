import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { gatewayError, type GatewayError } from '../core/diagnostic.ts';
import { proxyOf, type Environment, type ProxySettings } from './proxy.ts';

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
  /** Throws if undici cannot be loaded, for example without free file descriptors. */
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

/** Throws a `GatewayError` for a certificate file or a proxy that cannot be used. */
export function createConnections(
  settings: ConnectionSettings,
  load: () => Undici = loadUndici,
): Connections {
  const { caFile, origin, environment } = settings;
  const proxy = proxyOf(origin, environment);
  const ca = caFile === undefined ? undefined : [...rootCertificates, readCertificates(caFile)];
  let dispatcher: Dispatcher | undefined;
  const open = (): Dispatcher => (dispatcher ??= createDispatcher(load(), settings, ca, proxy));
  const timer = setTimeout(openAhead, loadAfterMs, open).unref();
  return {
    open,
    async close() {
      clearTimeout(timer);
      await dispatcher?.destroy();
    },
  };
}

type Undici = typeof import('undici');

const require = createRequire(import.meta.url);

function loadUndici(): Undici {
  return require('undici') as Undici;
}

/** Opens connections before they are needed; if that fails, the first call tries again. */
function openAhead(open: () => Dispatcher): void {
  try {
    open();
  } catch {
    // the call that needs the connections reports the error
  }
}

/**
 * Creates a connection pool, or a proxy agent if there is a proxy.
 *
 * The timeouts of undici are off, since the deadline of the call covers headers and body.
 */
function createDispatcher(
  { EnvHttpProxyAgent, Pool }: Undici,
  { origin, maxConnections }: ConnectionSettings,
  ca: readonly string[] | undefined,
  proxy: ProxySettings | undefined,
): Dispatcher {
  const connect = { timeout: connectTimeoutMs, ...(ca && { ca: [...ca] }) };
  const options = {
    connect,
    connections: maxConnections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (!proxy) return new Pool(origin, options);
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    // even an empty text keeps undici from reading the environment of the process
    noProxy: proxy.noProxy,
    requestTls: connect,
    proxyTls: connect,
  });
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
