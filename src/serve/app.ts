import { Hono } from 'hono';
import type { Authenticate } from '../auth/auth-outcome.ts';
import type { ResolvedServer } from '../config/resolve-config.ts';
import { errorCodes } from '../mcp/codes.ts';
import type { Mcp } from '../mcp/create-mcp.ts';
import { createAdmission } from './admission.ts';
import { createGetStream } from './get-stream.ts';
import type { HealthReport } from './health.ts';
import { jsonAnswer, refusedAnswer, toResponse } from './http-answer.ts';
import { takeIn } from './incoming.ts';
import { createPatience } from './patience.ts';
import { createRouteHandler, type Handle } from './route-handler.ts';
import { createSse } from './sse.ts';
import { createStreamableHttp } from './streamable-http.ts';
import { createStreams, type Streams } from './streams.ts';

/** What the HTTP application is given. */
export interface AppOptions {
  readonly mcp: Mcp;
  readonly authenticate: Authenticate;
  readonly server: Pick<
    ResolvedServer,
    | 'path'
    | 'loopback'
    | 'allowedHosts'
    | 'allowedOrigins'
    | 'sse'
    | 'ssePath'
    | 'sseMessageStyle'
    | 'streams'
    | 'maxStreams'
  >;
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  readonly health: () => HealthReport;
  /** Makes an id that cannot be guessed. */
  readonly newId: () => string;
  /** Is told of every bug, and answers the reference that the client is given in its place. */
  readonly reportBug: (error: unknown) => string;
}

/** The gateway over HTTP, without a socket. */
export interface App {
  /** @param env what the server passes on; with node-server, its request and response. */
  fetch(request: Request, env?: object): Response | Promise<Response>;
  /** Ends all streams in good order, and opens no more. */
  endStreams(): void;
}

type Methods = readonly (readonly [string, Handle])[];
type AddRoute = (path: string, methods: Methods) => void;

/** Proxies close what is quiet for a minute; many clients give up as soon. */
const lateMs = 10_000;
const keepAliveMs = 15_000;
/** A day: clients that are still there open another stream. */
const maxStreamAgeMs = 86_400_000;

/**
 * Makes the HTTP application.
 *
 * | path                        | methods   | what                                              |
 * | --------------------------- | --------- | ------------------------------------------------- |
 * | `/mcp`, `/mcp/`             | POST, GET | Streamable HTTP; GET where streams are on         |
 * | `/sse`                      | GET       | HTTP+SSE, where it is on                          |
 * | `/messages`, `/message/:id` | POST      | messages for the streams of HTTP+SSE              |
 * | `/health`                   | GET, HEAD | how the gateway is; needs no authentication       |
 * | anything else               |           | 404 in JSON, for clients that probe expect JSON   |
 */
export function createApp(options: AppOptions): App {
  const { server, authenticate } = options;
  const streams = createStreams({ max: server.maxStreams, keepAliveMs, maxAgeMs: maxStreamAgeMs });
  const admit = createAdmission(server);
  const hono = new Hono();
  const add: AddRoute = (path, methods) =>
    hono.all(path, createRouteHandler({ methods: new Map(methods), admit, authenticate }));
  addMcp(options, streams, add);
  if (server.sse) addSse(options, streams, add);
  hono.all('/health', createRouteHandler({ methods: healthMethods(options), admit }));
  hono.notFound(({ req, env }) => {
    const { answer, cors } = admit(takeIn(req.raw, env));
    return toResponse(answer ?? jsonAnswer(404, '{"error":"Not found"}'), cors);
  });
  hono.onError((error, { req, env }) => {
    const message = `Internal error. Reference: ${options.reportBug(error)}`;
    const answer = refusedAnswer(500, errorCodes.INTERNAL_ERROR, message, req.raw.headers);
    return toResponse(answer, admit(takeIn(req.raw, env)).cors);
  });
  return {
    fetch: (request, env) => hono.fetch(request, env),
    endStreams: () => streams.end(),
  };
}

function addMcp(options: AppOptions, streams: Streams, add: AddRoute): void {
  const { mcp, maxBodyBytes, server } = options;
  const getStreams = server.streams;
  const patience = createPatience(lateMs);
  const post = createStreamableHttp({ mcp, streams, patience, maxBodyBytes, getStreams });
  const methods: Methods = getStreams
    ? [
        ['POST', post],
        ['GET', createGetStream(mcp, streams)],
      ]
    : [['POST', post]];
  // a redirect between the two would lose the body of some clients
  const path = server.path.replace(/\/$/, '');
  if (path !== '') add(path, methods);
  add(`${path}/`, methods);
}

function addSse(options: AppOptions, streams: Streams, add: AddRoute): void {
  const { mcp, maxBodyBytes, newId, server } = options;
  const messageStyle = server.sseMessageStyle;
  const sse = createSse({ mcp, streams, messageStyle, maxBodyBytes, newId });
  add(server.ssePath, [['GET', sse.open]]);
  add('/messages', [
    ['POST', (incoming, caller, c) => sse.post(incoming, caller, c.req.query('sessionId'))],
  ]);
  add('/message/:id', [
    ['POST', (incoming, caller, c) => sse.post(incoming, caller, c.req.param('id'))],
  ]);
}

function healthMethods({ health }: AppOptions): ReadonlyMap<string, Handle> {
  const answer: Handle = () => jsonAnswer(200, JSON.stringify(health()));
  return new Map([
    ['GET', answer],
    ['HEAD', answer],
  ]);
}
