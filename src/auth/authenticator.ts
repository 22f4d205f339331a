import type { ResolvedAuth, ResolvedServer } from '../config/resolve.ts';
import { anonymous, type Caller, type HeaderSource } from '../core/call.ts';
import { sha256Hex } from '../core/text.ts';
import { createJsonClient } from '../http/json-client.ts';
import type { Environment } from '../http/proxy.ts';
import { readBearer, writeChallenge, type Challenge } from './bearer.ts';
import { createIssuers } from './issuers.ts';
import type { AuthOutcome, Refusal, TokenVerdict } from './outcome.ts';
import { createProtectedResource, type ProtectedResource } from './protected-resource.ts';

/** A request, or its headers and a way to create it: only code of embedders needs all of it. */
type CallerRequest = Request | { readonly headers: HeaderSource; toRequest(): Request };

/** Identifies callers, and tells them how to identify themselves. */
export interface Authentication {
  /** Synchronous for configured tokens; a promise if an authorization server is involved. */
  authenticate(request: CallerRequest): AuthOutcome | Promise<AuthOutcome>;
  /** Writes a `WWW-Authenticate` header, which also names `auth.scopes` and the metadata. */
  challenge(parameters: Challenge): string;
  /** The metadata that tell clients where to get a token; undefined without authorization servers. */
  readonly resource: ProtectedResource | undefined;
}

/** An authentication with connections to authorization servers. */
export interface Authenticator extends Authentication {
  /** Closes the connections to authorization servers. */
  close(): Promise<void>;
}

/** The caller of a request, in the form that code may return. */
export interface IdentifiedCaller {
  /** A stable identifier of the caller. */
  readonly subject: string;
  /** Who issued the identifier, if there are several issuers. */
  readonly issuer?: string;
  /** Claims by name. @default none */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** @default [] */
  readonly scopes?: readonly string[];
}

/**
 * Identifies the caller of a request in code, instead of `auth.tokens` and `auth.issuers`.
 *
 * Returns undefined for a caller it does not know: it is refused if `auth.required` is set or it sent an
 * `Authorization: Bearer` header, and anonymous otherwise. An exception is a bug, answered with 500.
 */
export type IdentifyCaller = (
  request: Request,
) => IdentifiedCaller | undefined | Promise<IdentifiedCaller | undefined>;

export interface AuthenticatorOptions {
  /** Environment variables, for proxies. @default none */
  readonly environment?: Environment;
  /** The function of an embedder. */
  readonly identify?: IdentifyCaller | undefined;
  /** The time of day in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
}

/**
 * Creates the authenticator of a configuration.
 *
 * | `Authorization`             | outcome                                          |
 * | --------------------------- | ------------------------------------------------ |
 * | none, other scheme          | anonymous; 401 if authentication is required     |
 * | a token that is valid       | its caller; 403 without the scopes of `auth.scopes` |
 * | a token that is not         | 401 `invalid_token`; never treated as anonymous  |
 * | a token that nobody can check now | 503                                        |
 * | malformed                   | 400 `invalid_request`                            |
 *
 * If nothing is configured, the header may be meant for the API, and every caller is anonymous.
 */
export function createAuthenticator(
  auth: ResolvedAuth,
  server: Pick<ResolvedServer, 'publicUrl' | 'path'>,
  { environment = new Map(), identify, now = Date.now }: AuthenticatorOptions = {},
): Authenticator {
  const resource = createProtectedResource(auth, server);
  const client = createJsonClient({ environment });
  const checkToken = auth.issuers.length > 0 ? createIssuers(auth.issuers, client, now) : undefined;
  // with open discovery, the method decides
  const isRefused = auth.required && !auth.openDiscovery;
  const withoutToken = isRefused ? refuse(missing) : asAnonymous;
  const byToken = createTokenCheck(auth, withoutToken, checkToken);
  const byCode = (identifyCaller: IdentifyCaller) => async (request: CallerRequest) => {
    const found = await identifyCaller('toRequest' in request ? request.toRequest() : request);
    if (found) return accept(callerOfCode(found), auth);
    const { kind } = readBearer(request.headers.get('authorization') ?? null);
    return kind === 'none' ? withoutToken : refuse(invalidToken(unknownToken));
  };
  return {
    authenticate: !auth.enabled ? () => asAnonymous : identify ? byCode(identify) : byToken,
    challenge({ scope = '', ...others }) {
      const scopes = new Set([...auth.scopes, ...scope.split(' ')].filter(Boolean));
      return writeChallenge({
        ...others,
        ...(scopes.size > 0 && { scope: [...scopes].join(' ') }),
        ...(resource && { resource_metadata: resource.metadataUrl }),
      });
    },
    resource,
    close: () => client.close(),
  };
}

function createTokenCheck(
  auth: ResolvedAuth,
  withoutToken: AuthOutcome,
  checkToken: ((token: string) => Promise<TokenVerdict>) | undefined,
): Authentication['authenticate'] {
  // as hashes, so that the time of a lookup reveals nothing about the tokens
  const callers = new Map<string, Caller>(
    auth.tokens.map(({ token, ...caller }) => [sha256Hex(token), caller]),
  );
  const judge = (verdict: TokenVerdict): AuthOutcome => {
    switch (verdict.kind) {
      case 'caller':
        return accept(verdict.caller, auth);
      case 'invalid':
        return refuse(invalidToken(verdict.reason));
      case 'unavailable':
        return refuse({ status: 503, reason: verdict.reason });
    }
  };
  return ({ headers }) => {
    const credentials = readBearer(headers.get('authorization') ?? null);
    if (credentials.kind === 'none') return withoutToken;
    if (credentials.kind === 'malformed') return refuse(malformed);
    const caller = callers.get(sha256Hex(credentials.token));
    if (caller) return accept(caller, auth);
    return checkToken?.(credentials.token).then(judge) ?? refuse(invalidToken(unknownToken));
  };
}

function accept(caller: Caller, { scopes }: ResolvedAuth): AuthOutcome {
  const isAllowed = scopes.every((name) => caller.scopes.includes(name));
  return isAllowed ? { ok: true, caller } : refuse(lacksScopes);
}

function refuse(refusal: Refusal): AuthOutcome {
  return { ok: false, ...refusal };
}

const asAnonymous: AuthOutcome = { ok: true, caller: anonymous };

function callerOfCode({ subject, issuer, claims, scopes = [] }: IdentifiedCaller): Caller {
  return {
    subject,
    ...(issuer !== undefined && { issuer }),
    claims: new Map(Object.entries(claims ?? {})),
    scopes,
  };
}

const missing: Refusal = { status: 401, reason: 'A bearer token is required.', challenge: {} };

const unknownToken = 'The token is not one that the gateway accepts.';

function withError(
  status: 400 | 401 | 403,
  error: NonNullable<Challenge['error']>,
  reason: string,
): Refusal {
  return { status, reason, challenge: { error, error_description: reason } };
}

function invalidToken(reason: string): Refusal {
  return withError(401, 'invalid_token', reason);
}

const lacksScopes = withError(
  403,
  'insufficient_scope',
  'The token lacks a scope that every request needs.',
);

const malformed = withError(
  400,
  'invalid_request',
  'The Authorization header must be Bearer and one token.',
);
