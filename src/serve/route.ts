import { anonymous, type Caller, type HeaderSource } from '../core/caller.ts';
import type { Authenticate, AuthOutcome } from '../auth/auth-outcome.ts';
import { errorCodes } from '../mcp/message.ts';
import type { Admission } from './admission.ts';
import { refusedAnswer, withHeaders, type HttpAnswer } from './http-answer.ts';
import type { Incoming, RequestHeaders } from './incoming.ts';

/** What answers one method of one path; `id` is what the address names, where it names something. */
export type Handle = (
  incoming: Incoming,
  caller: Caller,
  id: string | undefined,
) => HttpAnswer | Promise<HttpAnswer>;

/** Answers every request to one path. Never rejects: a bug is reported, and masked. */
export type Route = (incoming: Incoming, id?: string) => Promise<HttpAnswer>;

export interface RouteOptions {
  /** By HTTP method. */
  readonly methods: ReadonlyMap<string, Handle>;
  readonly admit: (incoming: Incoming) => Admission;
  /** Absent where nobody has to say who they are. */
  readonly authenticate?: Authenticate;
  /** Is told of every bug, and answers the reference that the client is given in its place. */
  readonly reportBug: (error: unknown) => string;
}

/**
 * Makes what answers a path: admission, authentication, method, in this order.
 *
 * A function that calls the checks one after the other, rather than middleware, which Hono composes
 * anew for every request.
 */
export function createRoute(options: RouteOptions): Route {
  const { methods, admit, authenticate, reportBug } = options;
  const allow = [...methods.keys()].join(', ');
  return async function route(incoming, id) {
    const { answer, cors } = admit(incoming);
    if (answer) return withHeaders(answer, cors);
    const { method, headers } = incoming;
    try {
      const outcome = await identify(headers, authenticate);
      if (!outcome.ok) return withHeaders(unauthenticated(outcome, headers), cors);
      const handle = methods.get(method);
      if (!handle) return withHeaders(methodNotAllowed(allow, method, headers), cors);
      return withHeaders(await handle(incoming, outcome.caller, id), cors);
    } catch (error) {
      const message = `Internal error. Reference: ${reportBug(error)}`;
      const masked = refusedAnswer(500, errorCodes.INTERNAL_ERROR, message, headers);
      return withHeaders(masked, cors);
    }
  };
}

function identify(
  headers: RequestHeaders,
  authenticate: Authenticate | undefined,
): AuthOutcome | Promise<AuthOutcome> {
  if (!authenticate) return { ok: true, caller: anonymous };
  return authenticate(headers.get('authorization'));
}

function unauthenticated(
  { status, reason, challenge }: AuthOutcome & { readonly ok: false },
  headers: HeaderSource,
): HttpAnswer {
  return refusedAnswer(status, errorCodes.INVALID_REQUEST, reason, headers, {
    'www-authenticate': challenge,
  });
}

function methodNotAllowed(allow: string, method: string, headers: HeaderSource): HttpAnswer {
  const message = `${method} is not allowed here; ${allow} is.`;
  return refusedAnswer(405, errorCodes.INVALID_REQUEST, message, headers, { allow });
}
