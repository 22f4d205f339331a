import type { Authentication } from '../auth/authenticator.ts';
import type { AuthOutcome } from '../auth/outcome.ts';
import { anonymous, type Caller, type HeaderSource } from '../core/call.ts';
import { errorCodes } from '../mcp/message.ts';
import type { Admission } from './admission.ts';
import { readAccept } from './read-message.ts';
import type { RefusalCause, ReportRefusal } from './refusal-log.ts';
import { refusal, withHeaders } from './responses.ts';

/** What the server knows about a request in addition to the `Request`. */
export interface RequestInfo {
  readonly caller: Caller;
  /** Closes the connection of a client that stopped reading, if the server supports it. */
  readonly disconnect: (() => void) | undefined;
  /** The id in the path or query, on paths that have one. */
  readonly id: string | undefined;
}

/** Responds to one method of one path. */
export type Handler = (request: Request, info: RequestInfo) => Response | Promise<Response>;

/**
 * Responds to every request for one path. Never rejects: bugs are reported and masked.
 *
 * @param env what the server passes with the request; node-server passes its `outgoing` response.
 */
export type Route = (request: Request, env: unknown, id?: string) => Promise<Response>;

export interface RouteOptions {
  /** By HTTP method. */
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly admit: (request: Request) => Admission;
  /** Undefined for a path without authentication. */
  readonly authentication?: Authentication;
  readonly reportRefusal: ReportRefusal;
  /** Logs a bug, and returns a reference for the client. */
  readonly reportBug: (error: unknown) => string;
}

/** Statuses of refusals before a method, and the request's header that explains them. */
const causes: ReadonlyMap<number, { readonly cause: RefusalCause; readonly header: string }> =
  new Map([
    [406, { cause: 'accept', header: 'accept' }],
    [413, { cause: 'body size', header: 'content-length' }],
    [415, { cause: 'body type', header: 'content-type' }],
  ]);

/** Creates the route of a path: admission, authentication, method, in this order. */
export function createRoute(options: RouteOptions): Route {
  const { handlers, admit, authentication, reportBug, reportRefusal } = options;
  const allow = [...handlers.keys()].join(', ');
  return async function route(request, env, id) {
    const { response, cors, refused } = admit(request);
    if (refused) reportRefusal(...refused);
    if (response) return withHeaders(response, cors);
    const { method, headers } = request;
    try {
      const outcome = (await authentication?.authenticate(request)) ?? unidentified;
      if (!outcome.ok) {
        // the token is a secret, and its kind is in the reason
        reportRefusal('credentials', outcome.reason);
        return withHeaders(unauthenticated(outcome, headers, authentication), cors);
      }
      const handle = handlers.get(method);
      if (!handle) return withHeaders(methodNotAllowed(allow, method, headers), cors);
      const info = { caller: outcome.caller, disconnect: disconnectOf(env), id };
      const answer = await handle(request, info);
      const cause = causes.get(answer.status);
      if (cause) reportRefusal(cause.cause, headers.get(cause.header) ?? '');
      return withHeaders(answer, cors);
    } catch (error) {
      const message = `Internal error. Reference: ${reportBug(error)}`;
      return withHeaders(refusal(500, errorCodes.INTERNAL_ERROR, message, headers), cors);
    }
  };
}

const unidentified: AuthOutcome = { ok: true, caller: anonymous };

function unauthenticated(
  { status, reason, challenge }: AuthOutcome & { readonly ok: false },
  headers: HeaderSource,
  authentication: Authentication | undefined,
): Response {
  const asked = challenge && authentication?.challenge(challenge);
  const header = asked !== undefined && { 'www-authenticate': asked };
  const retry = status === 503 ? { 'retry-after': '5' } : {};
  return refusal(status, errorCodes.INVALID_REQUEST, reason, headers, { ...header, ...retry });
}

function methodNotAllowed(allow: string, method: string, headers: HeaderSource): Response {
  // clients that try to open a stream read the body of any response as events
  if (readAccept(headers.get('accept') ?? null).streamListed && method === 'GET') {
    return new Response(null, { status: 405, headers: { allow } });
  }
  const message = `${method} is not allowed here; use ${allow}.`;
  return refusal(405, errorCodes.INVALID_REQUEST, message, headers, { allow });
}

function disconnectOf(env: unknown): (() => void) | undefined {
  return hasOutgoing(env) ? () => env.outgoing.destroy() : undefined;
}

function hasOutgoing(env: unknown): env is { readonly outgoing: { destroy(): void } } {
  return typeof env === 'object' && env !== null && 'outgoing' in env;
}
