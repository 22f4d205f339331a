import { readFileSync } from 'node:fs';
import type { HttpOptions, UpstreamOptions } from '../config/options.ts';
import { resolveHttp, type ResolvedHttp } from '../config/resolve-upstream.ts';
import { gatewayError, type GatewayError } from '../core/diagnostic.ts';
import type { Environment } from './bound-variables.ts';

/** What an HTTP executor needs: an upstream's options as configured, and the outside world. */
export interface HttpExecutorOptions extends Pick<
  UpstreamOptions,
  'headers' | 'forwardHeaders' | 'timeoutMs' | 'http' | 'persisted' | 'persistedPrefix'
> {
  /** URL of the GraphQL API. */
  readonly endpoint: string;
  /** Environment variables, for proxies and for variables bound with `fromEnv`. @default none */
  readonly environment?: Environment;
  /** A number from 0 to below 1, for the jitter of retries. @default Math.random */
  readonly random?: () => number;
  /** The time of day in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
}

/** The options of `http`, with what `caFile` holds in its place. */
export type HttpSettings = Omit<ResolvedHttp, 'caFile'> & { readonly certificates?: string };

/** Fills in the defaults of `http`, and reads the certificates of `caFile`. */
export function readHttpSettings(options?: HttpOptions): HttpSettings {
  const { caFile, ...settings } = resolveHttp(options);
  return caFile === undefined ? settings : { ...settings, certificates: readCertificates(caFile) };
}

function readCertificates(caFile: string): string {
  let text: string;
  try {
    text = readFileSync(caFile, 'utf8');
  } catch (cause) {
    throw unusable(`The certificates in ${JSON.stringify(caFile)} cannot be read.`, { cause });
  }
  // anything else is passed over in silence, and every connection would then be refused
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw unusable(`The file ${JSON.stringify(caFile)} holds no PEM certificate.`);
}

function unusable(message: string, rest: ErrorOptions = {}): GatewayError {
  const hint = 'Correct "http.caFile": it names a file of PEM certificates.';
  return gatewayError('CA_FILE_UNREADABLE', message, hint, rest);
}
