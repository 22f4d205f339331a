import type { Context } from 'hono';
import { anonymous } from '../core/caller.ts';
import type { Authenticate, AuthOutcome } from '../auth/auth-outcome.ts';
import { errorCodes } from '../mcp/codes.ts';
import type { Admission } from './admission.ts';
import { refusedAnswer, toResponse, type HttpAnswer } from './http-answer.ts';
import type { Incoming } from './incoming.ts';

/** What answers one method of one path. */
export type Handle = (incoming: Incoming, c: Context) => HttpAnswer | Promise<HttpAnswer>;

export interface Route {
  /** By HTTP method. */
  readonly methods: ReadonlyMap<string, Handle>;
  readonly admit: (request: Request) => Admission;
  /** Absent where nobody has to say who they are. */
  readonly authenticate?: Authenticate;
}

/**
 * Makes the handler of a path: admission, authentication, method, in this order.
 *
 * A function that calls the checks one after the other, rather than middleware: Hono composes
 * middleware anew for every request (a tenth of the throughput of small calls).
 */
export function createRouteHandler(route: Route): (c: Context) => Promise<Response> {
  const allow = [...route.methods.keys()].join(', ');
  return async function handleRoute(c) {
    const request = c.req.raw;
    const { answer, cors } = route.admit(request);
    if (answer) return toResponse(answer, cors);
    const outcome = await identify(request, route.authenticate);
    if (!outcome.ok) return toResponse(unauthenticated(outcome, request), cors);
    const handle = route.methods.get(request.method);
    if (!handle) return toResponse(methodNotAllowed(allow, request), cors);
    const incoming = { request, caller: outcome.caller, cut: cutterOf(c.env) };
    return toResponse(await handle(incoming, c), cors);
  };
}

function identify(
  { headers }: Request,
  authenticate: Authenticate | undefined,
): AuthOutcome | Promise<AuthOutcome> {
  if (!authenticate) return { ok: true, caller: anonymous };
  return authenticate(headers.get('authorization'));
}

function unauthenticated(
  { status, reason, challenge }: AuthOutcome & { readonly ok: false },
  { headers }: Request,
): HttpAnswer {
  return refusedAnswer(status, errorCodes.INVALID_REQUEST, reason, headers, {
    'www-authenticate': challenge,
  });
}

function methodNotAllowed(allow: string, { method, headers }: Request): HttpAnswer {
  const message = `${method} is not allowed here; ${allow} is.`;
  return refusedAnswer(405, errorCodes.INVALID_REQUEST, message, headers, { allow });
}

/** node-server passes on its own response object, which can cut the connection. */
function cutterOf(env: unknown): (() => void) | undefined {
  if (typeof env !== 'object' || env === null || !('outgoing' in env)) return undefined;
  const { outgoing } = env as { readonly outgoing: { destroy?: () => void } };
  return () => outgoing.destroy?.();
}
