import type { Classification } from '../core/classification.ts';
import { failure, mayHaveRun, spellMs, type Failure } from './failures.ts';

/** What is said of a kind of network error; the error's own message names hosts and stays here. */
interface ErrorText {
  readonly codes: RegExp;
  readonly classification: Classification;
  readonly message: string;
  readonly advice?: string;
}

const misconfigured = 'Do not retry. Tell the user that the gateway’s operator has to correct it.';

/**
 * Network errors by their `code`, first match wins.
 *
 * | code                              | means                                     |
 * | --------------------------------- | ----------------------------------------- |
 * | `ECONNREFUSED`, `EHOSTUNREACH`, … | nobody listens there                      |
 * | `ENOTFOUND`, `EAI_AGAIN`          | the name does not resolve                 |
 * | `UND_ERR_CONNECT_TIMEOUT`, …      | no connection in time                     |
 * | `EPROTO`, `ERR_SSL_…`, …          | the other side speaks no TLS              |
 * | `ERR_TLS_…`, `…_CERT_…`, …        | the certificate is not trusted            |
 * | `HPE_…`, `HTTPParserError`        | the answer is not HTTP                    |
 * | `UND_ERR_HEADERS_OVERFLOW`        | headers too large                         |
 * | anything else                     | the connection broke                      |
 */
const texts: readonly ErrorText[] = [
  {
    codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    classification: 'UNAVAILABLE',
    message: 'The GraphQL API cannot be reached: it refuses connections.',
  },
  {
    codes: /^(ENOTFOUND|EAI_\w+)$/,
    classification: 'UNAVAILABLE',
    message: 'The GraphQL API cannot be reached: its address does not resolve.',
  },
  {
    codes: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    classification: 'UNAVAILABLE',
    message: 'The GraphQL API cannot be reached: no connection came about in time.',
  },
  {
    codes: /^(EPROTO$|ERR_SSL_|ERR_OSSL)/,
    classification: 'UNAVAILABLE',
    message: 'No secure connection to the GraphQL API: it does not speak TLS as it should.',
    advice: misconfigured,
  },
  {
    codes: /^ERR_TLS_|CERT|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH/,
    classification: 'UNAVAILABLE',
    message: 'No secure connection to the GraphQL API: its certificate is not trusted.',
    advice: misconfigured,
  },
  {
    codes: /^HPE_(?!INVALID_EOF|CLOSED_CONNECTION)|^HTTPParserError$/,
    classification: 'UPSTREAM_MISMATCH',
    message: 'The GraphQL API answered with something that is not HTTP.',
    advice: misconfigured,
  },
  {
    codes: /^UND_ERR_HEADERS_OVERFLOW$/,
    classification: 'UPSTREAM_MISMATCH',
    message: 'The GraphQL API answered with headers larger than the gateway reads.',
    advice: misconfigured,
  },
  {
    codes: /^UND_ERR_PRX_|^UND_ERR_ABORTED$|^UND_ERR_SOCKS/,
    classification: 'UNAVAILABLE',
    message: 'The GraphQL API cannot be reached through the proxy.',
    advice: misconfigured,
  },
];

const broken: Omit<ErrorText, 'codes'> = {
  classification: 'UNAVAILABLE',
  message: 'The connection to the GraphQL API broke before its answer was complete.',
};

function textOf(error: unknown): Omit<ErrorText, 'codes'> {
  const code = codeOf(error);
  return texts.find(({ codes }) => codes.test(code)) ?? broken;
}

/** Describes a network error without its text. `sent` says that a mutation may have arrived. */
export function networkFailure(error: unknown, sent: boolean): Failure {
  const { classification, message, advice } = textOf(error);
  if (sent) return failure(classification, message, { advice: mayHaveRun });
  return failure(classification, message, advice === undefined ? {} : { advice });
}

/** Whether trying again can help: not where certificate or protocol are wrong. */
export function isPassing(error: unknown): boolean {
  return textOf(error).advice === undefined;
}

/** Says that too many calls wait already. */
export function queueFullFailure(): Failure {
  return failure('UNAVAILABLE', 'Too many calls to the GraphQL API are under way.', {
    advice: 'Wait a few seconds before calling again, and call less at once.',
  });
}

/** Says that the API failed so often that it is left alone for a while. */
export function breakerFailure(retryAfterSeconds: number): Failure {
  const wait = spellMs(retryAfterSeconds * 1_000);
  return failure(
    'UNAVAILABLE',
    `The GraphQL API failed repeatedly and is not called for the next ${wait}.`,
    { retryAfterSeconds },
  );
}

/** Says that an answer is larger than the gateway reads. */
export function tooLargeFailure(maxBytes: number, ran: boolean): Failure {
  const advice = ran
    ? mayHaveRun
    : 'Ask for less: fewer items, fewer fields, or a narrower filter.';
  return failure(
    'BAD_REQUEST',
    `The answer is larger than the ${maxBytes.toLocaleString('en-US')} bytes that are read of one.`,
    { advice },
  );
}

/** Finds the code of an error or of what caused it, for they are often wrapped; else its name. */
function codeOf(error: unknown): string {
  let current: unknown = error;
  let code = '';
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const own = (current as { readonly code?: unknown }).code;
    if (typeof own === 'string') code = own;
    else code ||= current.name;
    const inner = (current as { readonly errors?: unknown }).errors;
    current = Array.isArray(inner) ? inner[0] : current.cause;
  }
  return code;
}
