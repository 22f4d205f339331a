import type { OptionDiagnostic } from './codes.ts';
import type { AuthOptions, IssuerOptions, ServerOptions } from './options.ts';
import { isLoopbackHost } from './resolve.ts';

/** What code passes in addition to the options. */
export interface PassedByCode {
  /** The executor of operations, which needs no endpoint. */
  readonly executor?: boolean;
  /** The function that identifies callers. */
  readonly authenticate?: boolean;
}

/** Checks who may call: tokens and authorization servers. */
export function checkAuth(
  auth: AuthOptions,
  server: ServerOptions,
  { authenticate = false }: PassedByCode,
): readonly OptionDiagnostic[] {
  return [
    ...(authenticate ? [] : checkPresence(auth)),
    ...checkTokens(auth),
    ...checkIssuers(auth, server),
  ];
}

function checkPresence({
  required = false,
  tokens = [],
  issuers = [],
}: AuthOptions): readonly OptionDiagnostic[] {
  if (!required || tokens.length > 0 || issuers.length > 0) return [];
  const message = '{} refuses every caller because there are no tokens and no issuers.';
  return [{ code: 'CONFIG_NO_TOKENS', path: ['auth', 'required'], message }];
}

function checkTokens({ tokens = [] }: AuthOptions): readonly OptionDiagnostic[] {
  const values = tokens.map(({ token }) => token);
  return values.flatMap((token, index): readonly OptionDiagnostic[] => {
    if (values.indexOf(token) === index) return [];
    const path = ['auth', 'tokens', index, 'token'];
    return [
      { code: 'CONFIG_REPEATED_TOKEN', path, message: '{} is also the token of another caller.' },
    ];
  });
}

function checkIssuers(
  { issuers = [] }: AuthOptions,
  { publicUrl }: ServerOptions,
): readonly OptionDiagnostic[] {
  if (issuers.length === 0) return [];
  const found = issuers.flatMap((issuer, index) => [...checkIssuer(issuer, index, issuers)]);
  if (publicUrl !== undefined) return [...checkUrl(publicUrl, ['server', 'publicUrl']), ...found];
  const message = '{} needs "server.publicUrl".';
  return [{ code: 'CONFIG_NO_PUBLIC_URL', path: ['auth', 'issuers'], message }, ...found];
}

function* checkIssuer(
  { issuer, jwksUrl, introspection }: IssuerOptions,
  index: number,
  issuers: readonly IssuerOptions[],
): Generator<OptionDiagnostic> {
  const at = ['auth', 'issuers', index];
  const nameOf = (url: string) => url.replace(/\/$/, '');
  yield* checkUrl(issuer, [...at, 'issuer']);
  yield* checkUrl(jwksUrl, [...at, 'jwksUrl']);
  yield* checkUrl(introspection?.url, [...at, 'introspection', 'url']);
  const before = issuers.slice(0, index);
  if (before.some((other) => nameOf(other.issuer) === nameOf(issuer))) {
    const message = '{} is the issuer of another entry.';
    yield { code: 'CONFIG_REPEATED_ISSUER', path: [...at, 'issuer'], message };
  }
  if (introspection && before.some((other) => other.introspection)) {
    // the token would be sent to a server that did not issue it
    const message = '{} is the second one: an opaque token does not name its issuer.';
    yield { code: 'CONFIG_SEVERAL_INTROSPECTIONS', path: [...at, 'introspection'], message };
  }
}

/** Reports a URL that cannot be used, or over which others can read credentials. */
function checkUrl(
  url: string | undefined,
  path: OptionDiagnostic['path'],
): readonly OptionDiagnostic[] {
  if (url === undefined) return [];
  if (!URL.canParse(url)) {
    const hint = 'Check the host name and the port.';
    return [{ code: 'CONFIG_WRONG_VALUE', path, message: '{} is not a valid URL.', hint }];
  }
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackHost(hostname)) return [];
  const message = '{} is not encrypted: anyone between the two sides can read and change tokens.';
  return [{ code: 'CONFIG_INSECURE_URL', path, message }];
}
