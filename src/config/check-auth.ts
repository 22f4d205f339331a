import { createPrivateKey } from 'node:crypto';
import type { JsonPath } from '../core/paths.ts';
import type { OptionDiagnostic } from './codes.ts';
import type { IssuerOptions, SignedTokenOptions } from './model/token-options.ts';
import type { AuthOptions, ServerOptions } from './options.ts';
import { isLoopbackHost } from './resolve.ts';
import type { UpstreamOptions } from './upstream-options.ts';

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

/** The curves of algorithms with elliptic curves. */
const curves = new Map([
  ['ES256', 'prime256v1'],
  ['ES384', 'secp384r1'],
  ['ES512', 'secp521r1'],
]);

/** Checks how the gateway gets the access tokens of an API. */
export function* checkAccessToken(
  { accessToken, headers = {}, forwardHeaders = {} }: UpstreamOptions,
  at: JsonPath,
  hasTokens: boolean,
): Generator<OptionDiagnostic> {
  if (!accessToken) return;
  const path = [...at, 'accessToken'];
  const ways = Object.keys(accessToken);
  const wrong = (message: string): OptionDiagnostic => ({
    code: 'CONFIG_ACCESS_TOKEN',
    path,
    message,
  });
  if (ways.length !== 1) return yield wrong('{} must have exactly one member.');
  const { clientCredentials, exchange, onBehalfOf, signed } = accessToken;
  if (!clientCredentials && !hasTokens) {
    yield wrong(
      `{} makes tokens of callers ("${ways[0]}"), but nobody is a caller without "auth".`,
    );
  }
  const names = [...Object.keys(headers), ...Object.values(forwardHeaders)];
  if (names.some((name) => name.toLowerCase() === 'authorization')) {
    yield wrong('{} sets the header "authorization", which another option sets too.');
  }
  for (const [name, request] of Object.entries({ clientCredentials, exchange, onBehalfOf })) {
    yield* checkUrl(request?.tokenUrl, [...path, name, 'tokenUrl']);
  }
  const problem = signed && keyProblem(signed);
  if (problem === undefined) return;
  const keyPath = [...path, 'signed', 'key'];
  yield {
    code: 'CONFIG_WRONG_VALUE',
    path: keyPath,
    message: `{} ${problem.message}`,
    hint: problem.hint,
  };
}

function keyProblem({ algorithm, key }: SignedTokenOptions) {
  if (algorithm.startsWith('HS')) {
    const bytes = Number(algorithm.slice(2)) / 8;
    if (Buffer.byteLength(key) >= bytes) return undefined;
    return {
      message: `is too short for ${algorithm}: it must have at least ${bytes} bytes.`,
      hint: `Make one with "openssl rand -base64 ${bytes}".`,
    };
  }
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(key);
    const curve = curves.get(algorithm);
    const fits = curve
      ? details?.namedCurve === curve
      : type === (algorithm === 'EdDSA' ? 'ed25519' : 'rsa');
    if (fits) return undefined;
  } catch {
    // not a key
  }
  return {
    message: `is no private key in PEM for ${algorithm}.`,
    hint: 'Read it from a variable with the whole text of the file, line breaks included: ${env:SIGNING_KEY}.',
  };
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
