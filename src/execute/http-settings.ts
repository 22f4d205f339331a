import { readFileSync } from 'node:fs';
import type { HttpOptions, UpstreamOptions } from '../config/options.ts';
import { gatewayError, type GatewayError } from '../core/gateway-error.ts';
import type { Environment } from './bound-variables.ts';

/** What an HTTP executor needs: an upstream's options as configured, and the outside world. */
export interface HttpExecutorOptions extends Pick<
  UpstreamOptions,
  'headers' | 'forwardHeaders' | 'timeoutMs' | 'http' | 'persisted' | 'persistedPrefix'
> {
  /** URL of the GraphQL API. User and password in it become an `Authorization` header. */
  readonly endpoint: string;
  /** Environment variables, for proxies and for variables bound with `fromEnv`. @default none */
  readonly environment?: Environment;
  /** A number from 0 to below 1, for the jitter of retries. @default Math.random */
  readonly random?: () => number;
  /** The time of day in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
}

/** The options of `http`, every default filled in but `caFile`, which stands as its content. */
export type HttpSettings = Required<Omit<HttpOptions, 'caFile'>> & {
  readonly certificates?: string;
};

/** Fills in the defaults of `http`, and reads the certificates of `caFile`. */
export function resolveHttpOptions({
  method = 'POST',
  maxConcurrent = 128,
  maxQueued = 512,
  attempts = 3,
  breakerFailures = 10,
  breakerMs = 5_000,
  maxResponseBytes = 16_777_216,
  shareInFlight = false,
  caFile,
  maxUploadBytes = 1_048_576,
}: HttpOptions = {}): HttpSettings {
  const settings = {
    method,
    maxConcurrent,
    maxQueued,
    attempts,
    breakerFailures,
    breakerMs,
    maxResponseBytes,
    shareInFlight,
    maxUploadBytes,
  };
  return caFile === undefined ? settings : { ...settings, certificates: readCertificates(caFile) };
}

/** The endpoint's parts; a `GatewayError` when it is no HTTP address. */
export function parseEndpoint(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.username || url?.password) {
    throw gatewayError(
      'ENDPOINT_INVALID',
      'The endpoint holds a user name or a password, which would be lost on the way.',
      'Send them as a header.',
    );
  }
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw gatewayError(
    'ENDPOINT_INVALID',
    `The endpoint ${JSON.stringify(endpoint)} is not an HTTP address.`,
    'Write it with its scheme, such as "https://api.example/graphql".',
  );
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
