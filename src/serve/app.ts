import { Hono, type Context } from 'hono';
import type { Authenticate } from '../auth/auth-outcome.ts';
import type { ResolvedServer } from '../config/resolve.ts';
import type { Mcp } from '../mcp/server.ts';
import { createAdmission } from './admission.ts';
import { createGetStream } from './get-stream.ts';
import type { HealthReport } from './health.ts';
import { jsonAnswer, toResponse, withHeaders } from './http-answer.ts';
import { createPatience } from './patience.ts';
import { createRoute, type Handle, type Route } from './route.ts';
import { createSse } from './sse.ts';
import { createStreamableHttp } from './streamable-http.ts';
import { createStreams, type Streams } from './streams.ts';
import { WebIncoming } from './web-incoming.ts';

/** What the HTTP application is given. */
export interface AppOptions {
  readonly mcp: Mcp;
  readonly authenticate: Authenticate;
  readonly server: Pick<
    ResolvedServer,
    'path' | 'loopback' | 'allowedHosts' | 'allowedOrigins' | 'sse' | 'streams' | 'maxStreams'
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
  /** What answers on the MCP endpoint, by exact path, for servers that know no `Request`. */
  readonly mcpRoutes: ReadonlyMap<string, Route>;
  /** Ends all streams in good order, and opens no more. */
  endStreams(): void;
}

type Methods = readonly (readonly [string, Handle])[];

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
 * | anything else               |           | 404 in JSON, which says where the MCP endpoint is |
 */
export function createApp(options: AppOptions): App {
  const { server, authenticate, reportBug } = options;
  const streams = createStreams({ max: server.maxStreams, keepAliveMs, maxAgeMs: maxStreamAgeMs });
  const admit = createAdmission(server);
  const routeOf = (methods: Methods): Route =>
    createRoute({ methods: new Map(methods), admit, authenticate, reportBug });
  const hono = new Hono();
  const mcp = routeOf(mcpMethods(options, streams));
  const paths = mcpPaths(server.path);
  for (const path of paths) hono.all(path, (c) => respond(c, mcp));
  if (server.sse) addSse(options, streams, hono, routeOf);
  const health = createRoute({ methods: healthMethods(options), admit, reportBug });
  hono.all('/health', (c) => respond(c, health));
  const notFound = jsonAnswer(404, JSON.stringify({ error: nowhere(server.path) }));
  hono.notFound((c) => {
    const { answer = notFound, cors } = admit(new WebIncoming(c.req.raw, c.env));
    return toResponse(withHeaders(answer, cors));
  });
  return {
    fetch: (request, env) => hono.fetch(request, env),
    mcpRoutes: new Map(paths.map((path) => [path, mcp])),
    endStreams: () => streams.end(),
  };
}

/** Names the endpoint, for whoever mounted the gateway or wrote down its URL took another path. */
function nowhere(path: string): string {
  return `Not found. The MCP endpoint is ${path}.`;
}

async function respond({ req, env }: Context, route: Route, id?: string): Promise<Response> {
  return toResponse(await route(new WebIncoming(req.raw, env), id));
}

/** With and without a slash at the end: a redirect would lose the body of some clients. */
function mcpPaths(configured: string): readonly string[] {
  const path = configured.replace(/\/$/, '');
  return path === '' ? ['/'] : [path, `${path}/`];
}

function mcpMethods({ mcp, maxBodyBytes, server }: AppOptions, streams: Streams): Methods {
  const getStreams = server.streams;
  const patience = createPatience(lateMs);
  const post = createStreamableHttp({ mcp, streams, patience, maxBodyBytes, getStreams });
  if (!getStreams) return [['POST', post]];
  return [
    ['POST', post],
    ['GET', createGetStream(mcp, streams)],
  ];
}

function addSse(
  { mcp, maxBodyBytes, newId }: AppOptions,
  streams: Streams,
  hono: Hono,
  routeOf: (methods: Methods) => Route,
): void {
  const sse = createSse({ mcp, streams, maxBodyBytes, newId });
  const open = routeOf([['GET', sse.open]]);
  const post = routeOf([['POST', sse.post]]);
  hono.all('/sse', (c) => respond(c, open));
  hono.all('/messages', (c) => respond(c, post, c.req.query('sessionId')));
}

function healthMethods({ health }: AppOptions): ReadonlyMap<string, Handle> {
  const answer: Handle = () => jsonAnswer(200, JSON.stringify(health()));
  return new Map([
    ['GET', answer],
    ['HEAD', answer],
  ]);
}
