import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { Authentication } from '../auth/authenticator.ts';
import type { ResolvedServer } from '../config/resolve.ts';
import type { Mcp } from '../mcp/server.ts';
import { memoizeWeakly } from '../core/memo.ts';
import {
  createAdmission,
  type Admission,
  type AdmissionOptions,
  type UsedHeaders,
} from './admission.ts';
import { createFetch } from './http/fetch.ts';
import type { HealthReport } from './health.ts';
import type { HttpRequest, HttpResponse } from './http/message.ts';
import type { ReportRefusal } from './refusal-log.ts';
import { jsonResponse, withHeaders } from './http/responses.ts';
import { createRoute, type Handler, type Route } from './route.ts';
import { createSse } from './sse.ts';
import { createGet, createPost } from './streamable-http.ts';
import { createStreams } from './streams.ts';

export interface AppOptions {
  readonly mcp: Mcp;
  readonly authentication: Authentication;
  /** The scopes of the tools, which the metadata for clients list. @default none */
  readonly toolScopes?: () => Iterable<string>;
  readonly server: Pick<
    ResolvedServer,
    | 'path'
    | 'host'
    | 'loopback'
    | 'allowedHosts'
    | 'allowedOrigins'
    | 'sse'
    | 'streams'
    | 'maxStreams'
  >;
  /** The current rules of admission. @default those of `server` */
  readonly access?: () => AdmissionOptions;
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  readonly health: () => HealthReport;
  /** Headers of callers that the tools and the configuration use; browsers may send them. */
  readonly usedHeaders?: UsedHeaders;
  /** Maximum lifetime of a stream, in milliseconds; a day by default. */
  readonly maxStreamAgeMs?: number;
  /** Creates an unguessable id. */
  readonly newId: () => string;
  /** Logs a refused request. @default nothing is logged */
  readonly reportRefusal?: ReportRefusal;
  /** Logs a bug, and returns a reference for the client. */
  readonly reportBug: (error: unknown) => string;
}

/** The HTTP application, without a socket. */
export interface App {
  /** Answers a request. Never rejects. */
  answer(request: HttpRequest): Promise<HttpResponse>;
  /** The same for a `Request` of an embedder. */
  fetch(request: Request): Promise<Response>;
  /** Ends all streams gracefully, and opens no more. */
  endStreams(): void;
}

type Handlers = readonly (readonly [method: string, handler: Handler])[];

/** Proxies close connections that are idle for a minute. */
const keepAliveMs = 15_000;
/** The routes are found by path only; each one knows its methods. */
const anyMethod = 'ALL';
/** A day; clients then open another stream. */
const defaultStreamAgeMs = 86_400_000;

/**
 * Creates the HTTP application.
 *
 * | path                        | methods   | response                                     |
 * | --------------------------- | --------- | -------------------------------------------- |
 * | `/mcp`, `/mcp/`             | POST, GET | Streamable HTTP; GET if streams are enabled  |
 * | `/sse`                      | GET       | HTTP+SSE, if enabled                         |
 * | `/messages`                 | POST      | messages for the streams of HTTP+SSE         |
 * | `/health`                   | GET, HEAD | the health report, without authentication    |
 * | `/.well-known/oauth-protected-resource` | GET | where to get a token, without authentication; also with the path of the endpoint |
 * | anything else               |           | 404 in JSON that names the MCP endpoint      |
 */
export function createApp(options: AppOptions): App {
  const { server, authentication, reportBug, maxBodyBytes, mcp } = options;
  const { reportRefusal = () => {} } = options;
  const { maxStreamAgeMs: maxAgeMs = defaultStreamAgeMs } = options;
  const streams = createStreams({ max: server.maxStreams, keepAliveMs, maxAgeMs });
  const { access = () => server, usedHeaders } = options;
  const admissionOf = memoizeWeakly((current: AdmissionOptions) =>
    createAdmission(current, usedHeaders),
  );
  const admit = (request: HttpRequest) => admissionOf(access())(request);
  const routeOf = (handlers: Handlers): Route =>
    createRoute({
      handlers: new Map(handlers),
      admit,
      authentication,
      reportBug,
      reportRefusal,
    });
  const router = new RegExpRouter<Route>();
  const serve = (path: string, route: Route) => router.add(anyMethod, path, route);
  const mcpOptions = { mcp, streams, maxBodyBytes, authentication, getStreams: server.streams };
  const post = ['POST', createPost(mcpOptions)] as const;
  const mcpRoute = routeOf(server.streams ? [post, ['GET', createGet(mcpOptions)]] : [post]);
  for (const path of mcpPaths(server.path)) serve(path, mcpRoute);
  if (server.sse) {
    const sse = createSse({ mcp, streams, maxBodyBytes, newId: options.newId });
    serve('/sse', routeOf([['GET', sse.open]]));
    serve('/messages', routeOf([['POST', sse.post]]));
  }
  const health = createRoute({
    handlers: healthHandlers(options, (request) => admit(request).refused === undefined),
    // probes use the address of a machine or container as host
    admit: (request) => withoutRefusal(admit(request)),
    reportBug,
    reportRefusal,
  });
  serve('/health', health);
  const metadata = createRoute({
    handlers: new Map([['GET', metadataHandler(options)]]),
    admit,
    reportBug,
    reportRefusal,
  });
  for (const path of authentication.resource?.paths ?? []) serve(path, metadata);
  // the usual cause is that the gateway was mounted at another path
  const notFound = JSON.stringify({ error: `Not found. The MCP endpoint is ${server.path}.` });
  const missing: Route = async (request) => {
    const { response = jsonResponse(404, notFound), cors } = admit(request);
    return withHeaders(response, cors);
  };
  const answer: Route = (request) => {
    const [[match] = []] = router.match(anyMethod, request.target?.path ?? '');
    return (match?.[0] ?? missing)(request);
  };
  return {
    answer,
    fetch: createFetch(answer),
    endStreams: () => streams.end(),
  };
}

/** The path with and without a trailing slash: after a redirect some clients omit the body. */
function mcpPaths(configured: string): readonly string[] {
  const path = configured.replace(/\/$/, '');
  return path === '' ? ['/'] : [path, `${path}/`];
}

function withoutRefusal(admission: Admission): Admission {
  return admission.refused ? {} : admission;
}

/** A host or origin that is not allowed gets the status only, because any web page can cause it. */
function healthHandlers(
  { health }: AppOptions,
  isAdmitted: (request: HttpRequest) => boolean,
): ReadonlyMap<string, Handler> {
  const report: Handler = (request) => {
    const full = health();
    return jsonResponse(200, JSON.stringify(isAdmitted(request) ? full : { status: full.status }));
  };
  return new Map([
    ['GET', report],
    ['HEAD', report],
  ]);
}

function metadataHandler({ authentication, toolScopes = () => [] }: AppOptions): Handler {
  return () =>
    jsonResponse(200, JSON.stringify(authentication.resource?.metadata(toolScopes()) ?? {}));
}
