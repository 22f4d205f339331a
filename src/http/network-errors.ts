/** A network error without its own message, which may contain host names and addresses. */
export interface NetworkError {
  readonly kind: NetworkErrorKind;
  /** The error's code, such as `ECONNREFUSED`; empty if there is none. */
  readonly code: string;
  /** The rest of a sentence that starts with the peer: "The API …". */
  readonly predicate: string;
  /** Whether the same request may succeed later without a change of configuration. */
  readonly isTransient: boolean;
}

type NetworkErrorKind =
  | 'refused'
  | 'unresolved'
  | 'connect-timeout'
  | 'tls'
  | 'certificate'
  | 'not-http'
  | 'headers-too-large'
  | 'proxy'
  | 'exhausted'
  | 'broken';

interface ErrorRow extends Omit<NetworkError, 'code'> {
  readonly codes: RegExp;
}

/** Network errors by code; the first match applies. */
const table: readonly ErrorRow[] = [
  {
    codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    kind: 'refused',
    predicate: 'cannot be reached: it refuses connections',
    isTransient: true,
  },
  {
    codes: /^(ENOTFOUND|EAI_\w+)$/,
    kind: 'unresolved',
    predicate: 'cannot be reached: its host name does not resolve',
    isTransient: true,
  },
  {
    codes: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    kind: 'connect-timeout',
    predicate: 'cannot be reached: the connection timed out',
    isTransient: true,
  },
  {
    codes: /^(EPROTO$|ERR_SSL_|ERR_OSSL)/,
    kind: 'tls',
    predicate: 'cannot be reached securely: the TLS handshake failed',
    isTransient: false,
  },
  {
    codes: /^ERR_TLS_|CERT|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH/,
    kind: 'certificate',
    predicate: 'cannot be reached securely: its certificate is not trusted',
    isTransient: false,
  },
  {
    codes: /^HPE_(?!INVALID_EOF|CLOSED_CONNECTION)|^HTTPParserError$/,
    kind: 'not-http',
    predicate: 'sent a response that is not HTTP',
    isTransient: false,
  },
  {
    codes: /^UND_ERR_HEADERS_OVERFLOW$/,
    kind: 'headers-too-large',
    predicate: 'sent response headers that are too large',
    isTransient: false,
  },
  {
    codes: /^(EMFILE|ENFILE)$/,
    kind: 'exhausted',
    predicate: 'cannot be reached: the gateway has too many files and connections open',
    isTransient: true,
  },
  {
    codes: /^UND_ERR_PRX_|^UND_ERR_ABORTED$|^UND_ERR_SOCKS/,
    kind: 'proxy',
    predicate: 'cannot be reached through the proxy',
    isTransient: false,
  },
];

const otherErrors: Omit<ErrorRow, 'codes'> = {
  kind: 'broken',
  predicate: 'did not complete its response: the connection broke',
  isTransient: true,
};

/** Describes a network error without quoting it. */
export function explainNetworkError(error: unknown): NetworkError {
  const code = codeOf(error);
  const { kind, predicate, isTransient } =
    table.find(({ codes }) => codes.test(code)) ?? otherErrors;
  return { kind, code, predicate, isTransient };
}

/** The code of an error or of its innermost cause, otherwise its name. */
function codeOf(error: unknown): string {
  let current: unknown = error;
  let code = '';
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const member = (current as { readonly code?: unknown }).code;
    if (typeof member === 'string') code = member;
    else code ||= current.name;
    const inner = (current as { readonly errors?: unknown }).errors;
    current = Array.isArray(inner) ? inner[0] : current.cause;
  }
  return code;
}
