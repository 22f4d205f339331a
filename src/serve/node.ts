import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { gatewayError } from '../core/diagnostic.ts';
import { noHeaders } from '../core/caller.ts';
import { errorCodes } from '../mcp/message.ts';
import { createAnswerRequest } from './answer-requests.ts';
import type { App } from './app.ts';
import { malformedRequest, refusedAnswer, toResponse } from './http-answer.ts';
import { hearOfEnd } from './pipelined.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** How long running calls may take once the server stops, in milliseconds. */
  readonly drainMs: number;
  /** Time within which a client must have read some more of an answer, in milliseconds. @default 60,000 */
  readonly readMs?: number;
}

/** A server that listens. */
export interface NodeServer {
  /** Such as `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops: takes no more connections, ends streams in good order, lets calls finish until the
   * deadline, then cuts what is left.
   */
  close(): Promise<void>;
}

/** Longer than the minute after which load balancers let go of an idle connection. */
const keepAliveTimeout = 65_000;
/** Time within which a request must have arrived whole. */
const requestTimeout = 30_000;
/** How often a stopping server looks for connections that have become idle, in milliseconds. */
const idleCheckMs = 50;
/** Time in which a new connection may still send its request when the server stops. */
const graceMs = 500;

/**
 * Serves the application on a socket.
 *
 * A port that is taken, or may not be used, is a `GatewayError`.
 */
export async function listen(app: App, options: ListenOptions): Promise<NodeServer> {
  const { host, port, drainMs, readMs } = options;
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    hostname: host,
    errorHandler: refuseUnreadable,
  });
  const answerRequest = createAnswerRequest(readMs);
  const unused = new Set<Socket>();
  const server = createServer({ keepAliveTimeout, requestTimeout }, (request, response) => {
    unused.delete(request.socket);
    // a client that goes on using the connection would lose its next request
    if (!server.listening) response.setHeader('connection', 'close');
    hearOfEnd(request, response);
    const route = app.mcpRoutes.get(request.url ?? '');
    if (route) void answerRequest(route, request, response);
    else void listener(request, response);
  });
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    close: () => (closing ??= close(server, unused, app, drainMs)),
  };
}

/** What no `Request` can be made of, for its `Host` or its address is malformed, is told so. */
function refuseUnreadable(error: unknown): Response {
  if (error instanceof RequestError) return toResponse(malformedRequest(noHeaders));
  return toResponse(refusedAnswer(500, errorCodes.INTERNAL_ERROR, 'Internal error.', noHeaders));
}

function close(
  server: Server,
  unused: ReadonlySet<Socket>,
  app: App,
  drainMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const cutUnused = () => unused.forEach((socket) => socket.destroy());
    const timers = [
      setInterval(() => server.closeIdleConnections(), idleCheckMs),
      // connections that never sent a request do not count as idle; what has come is read first
      setTimeout(() => setImmediate(cutUnused), Math.min(drainMs, graceMs)),
      setTimeout(() => server.closeAllConnections(), drainMs),
    ];
    server.close(() => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
    app.endStreams();
  });
}

interface Mendable {
  readonly code: string;
  readonly problem: string;
  readonly hint: string;
}

const unknownHost: Mendable = {
  code: 'HOST_UNKNOWN',
  problem: 'cannot be used: the host is no address of this machine.',
  hint: 'Choose 127.0.0.1, 0.0.0.0 or a name of this machine with --host or server.host.',
};

/** What a person can mend, by the code of the error that listening ended with. */
const mendable: ReadonlyMap<string, Mendable> = new Map([
  [
    'EADDRINUSE',
    {
      code: 'PORT_IN_USE',
      problem: 'is taken by another program.',
      hint: 'Stop it, or choose another port with --port or server.port.',
    },
  ],
  [
    'EACCES',
    {
      code: 'PORT_FORBIDDEN',
      problem: 'may not be used by this user.',
      hint: 'Choose a port above 1023 with --port or server.port.',
    },
  ],
  ['EADDRNOTAVAIL', unknownHost],
  ['ENOTFOUND', unknownHost],
]);

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const known = mendable.get(error.code ?? '');
  if (!known) return error;
  const message = `Port ${port} on ${host} ${known.problem}`;
  return gatewayError(known.code, message, known.hint, { cause: error });
}
