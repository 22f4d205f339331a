import type { Authentication } from '../auth/authenticator.ts';
import type { AuthOutcome } from '../auth/outcome.ts';
import { anonymous, type Caller, type HeaderSource } from '../core/call.ts';
import { errorCodes } from '../mcp/message.ts';
import type { Admission } from './admission.ts';
import type { HttpRequest, HttpResponse } from './http/message.ts';
import { readAccept } from './read-message.ts';
import type { RefusalCause, ReportRefusal } from './refusal-log.ts';
import { emptyResponse, refusal, withHeaders } from './http/responses.ts';

/** What is known about a request beyond its bytes. */
export interface RequestInfo {
  readonly caller: Caller;
}

/** Responds to one method of one path. */
export type Handler = (
  request: HttpRequest,
  info: RequestInfo,
) => HttpResponse | Promise<HttpResponse>;

/** Responds to every request for one path. Never rejects: bugs are reported and masked. */
export type Route = (request: HttpRequest) => Promise<HttpResponse>;

export interface RouteOptions {
  /** By HTTP method. */
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly admit: (request: HttpRequest) => Admission;
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
  return async function route(request) {
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
      const answer = await handle(request, outcome);
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
): HttpResponse {
  const asked = challenge && authentication?.challenge(challenge);
  const header = asked !== undefined && { 'www-authenticate': asked };
  const retry = status === 503 ? { 'retry-after': '5' } : {};
  return refusal(status, errorCodes.INVALID_REQUEST, reason, headers, { ...header, ...retry });
}

function methodNotAllowed(allow: string, method: string, headers: HeaderSource): HttpResponse {
  // clients that try to open a stream read the body of any response as events
  if (readAccept(headers.get('accept') ?? null).streamListed && method === 'GET') {
    return emptyResponse(405, { allow });
  }
  const message = `${method} is not allowed here; use ${allow}.`;
  return refusal(405, errorCodes.INVALID_REQUEST, message, headers, { allow });
}
