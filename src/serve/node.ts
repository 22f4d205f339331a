import { createServer, Server, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gatewayError } from '../core/diagnostic.ts';
import type { App } from './app.ts';
import { NodeRequest, writeResponse } from './http/node.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** How long running calls may take after the server stops, in milliseconds. */
  readonly drainMs: number;
  /** Time in which a client must read some part of its response, in milliseconds. @default 60,000 */
  readonly readMs?: number;
}

/** A listening server. */
export interface NodeServer {
  /** Such as `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops: accepts no more connections, ends streams gracefully, waits for running calls until the
   * deadline, then closes all connections.
   */
  close(): Promise<void>;
}

/** Longer than a minute, after which load balancers close idle connections. */
const keepAliveTimeout = 65_000;
/** Time in which a complete request must arrive. */
const requestTimeout = 30_000;
/** How often `node:http` looks for requests that are too slow; 30 seconds by default. */
const connectionsCheckingInterval = 2_000;
/** Interval at which a stopping server closes idle connections, in milliseconds. */
const idleCheckMs = 50;
/** Time in which a new connection may still send its request after the server stops. */
const graceMs = 500;

/**
 * Serves the application on a socket.
 *
 * Throws a `GatewayError` if the port is in use or forbidden, or the host is unknown.
 */
export async function listen(app: App, options: ListenOptions): Promise<NodeServer> {
  const { host, port, drainMs, readMs = 60_000 } = options;
  const unusedSockets = new Set<Socket>();
  const unreadResponses = new Set<ServerResponse>();
  const timeouts = { keepAliveTimeout, requestTimeout, connectionsCheckingInterval };
  const server = createServer({ ...timeouts, joinDuplicateHeaders: true }, (request, response) => {
    unusedSockets.delete(request.socket);
    // a stopping server would not handle another request of the connection
    if (!server.listening) response.setHeader('connection', 'close');
    closeWithSocket(request, response);
    void app
      .answer(new NodeRequest(request, response))
      .then((answer) => writeResponse(request, response, answer))
      .then(() => awaitReader(response, readMs, unreadResponses));
  });
  // called by `close`, too: a connection counts as idle although its response is not read completely
  server.closeIdleConnections = () => {
    if (unreadResponses.size === 0) Server.prototype.closeIdleConnections.call(server);
  };
  server.on('connection', (socket) => {
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
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
    close: () => (closing ??= close(server, unusedSockets, app, drainMs)),
  };
}

/**
 * Closes a pipelined response together with its socket: `node:http` notifies only the response that
 * is being written, and the call or stream of the others would continue without a client.
 */
function closeWithSocket({ socket }: IncomingMessage, response: ServerResponse): void {
  const isPipelined = response.socket === null;
  if (!isPipelined) return;
  const close = (): void => {
    response.destroy();
    response.emit('close');
  };
  // one listener for each request that the client has pipelined
  socket.setMaxListeners(0);
  socket.once('close', close);
  response.once('close', () => socket.off('close', close));
}

/** Write timeout: closes the connection if the client reads nothing of its response for `readMs`. */
function awaitReader(
  response: ServerResponse,
  readMs: number,
  unreadResponses: Set<ServerResponse>,
): void {
  // nearly always: a response that is not large is sent at once
  if (response.destroyed || (response.writableEnded && response.writableLength === 0)) return;
  unreadResponses.add(response);
  response.once('close', () => unreadResponses.delete(response));
  // without a listener for the timeout, node:http destroys the socket
  response.setTimeout(readMs);
  // prepended, because node:http then sets the timeout of idle connections
  response.prependOnceListener('finish', () => response.setTimeout(0));
}

function close(
  server: Server,
  unusedSockets: ReadonlySet<Socket>,
  app: App,
  drainMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const closeUnused = () => unusedSockets.forEach((socket) => socket.destroy());
    const timers = [
      setInterval(() => server.closeIdleConnections(), idleCheckMs),
      // sockets that never sent a request do not count as idle; requests that arrived are read first
      setTimeout(() => setImmediate(closeUnused), Math.min(drainMs, graceMs)),
      setTimeout(() => server.closeAllConnections(), drainMs),
    ];
    server.close(() => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
    app.endStreams();
  });
}

interface ListenProblem {
  readonly code: string;
  readonly problem: string;
  readonly hint: string;
}

const unknownHost: ListenProblem = {
  code: 'HOST_UNKNOWN',
  problem: 'cannot be used: the host is not an address of this machine.',
  hint: 'Set 127.0.0.1, 0.0.0.0 or a name of this machine with --host or server.host.',
};

/** Problems that a user can fix, by the error code of `listen`. */
const listenProblems: ReadonlyMap<string, ListenProblem> = new Map([
  [
    'EADDRINUSE',
    {
      code: 'PORT_IN_USE',
      problem: 'is used by another program.',
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
  const found = listenProblems.get(error.code ?? '');
  if (!found) return error;
  const message = `Port ${port} on ${host} ${found.problem}`;
  return gatewayError(found.code, message, found.hint, { cause: error });
}
