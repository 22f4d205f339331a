import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { closeLater, listen } from './servers.ts';

/** A server that misbehaves, and counts what reached it. */
export interface FaultServer {
  readonly port: number;
  readonly origin: string;
  /** Stops listening and cuts all connections, before the test ends. */
  readonly close: () => Promise<void>;
  readonly seen: { connections: number; requests: number; mutations: number; paths: string[] };
}

/** What happens on a connection. Both are optional: a fault may strike before a request is read. */
export interface Fault {
  readonly onConnect?: (socket: Socket) => void;
  /** Called with the number of the request, from 1. */
  readonly onRequest?: (socket: Socket, count: number, path: string, body: string) => void;
}

/** Starts a server with a fault; it is closed after the test. */
export async function startFaultServer(fault: Fault): Promise<FaultServer> {
  const seen: FaultServer['seen'] = { connections: 0, requests: 0, mutations: 0, paths: [] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    fault.onConnect?.(socket);
    readRequests(socket, (path, body) => {
      seen.requests += 1;
      seen.paths.push(path);
      if (body.includes('mutation')) seen.mutations += 1;
      fault.onRequest?.(socket, seen.requests, path, body);
    });
  });
  const port = await listen(server);
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  closeLater(close);
  return { port, origin: `http://127.0.0.1:${port}`, close, seen };
}

/** Calls back for every complete HTTP request that arrives. */
function readRequests(socket: Socket, onRequest: (path: string, body: string) => void): void {
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = received.slice(0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      const body = received.slice(headEnd + 4, headEnd + 4 + length);
      received = received.slice(headEnd + 4 + length);
      onRequest(head.split(' ')[1] ?? '', body);
    }
  });
}

/** Writes a complete HTTP answer. */
export function httpAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} x\r\n${lines.join('')}\r\n`), bytes]);
}

const json = { 'content-type': 'application/json' };
/** The answer that a healthy server gives. */
export const goodBody = '{"data":{"film":{"title":"Alien"}}}';
const good = httpAnswer(200, json, goodBody);

/** A fault that answers every request in the same way. */
export function answering(
  status: number,
  headers: Readonly<Record<string, string>> = json,
  body: string | Buffer = '',
): Fault {
  return { onRequest: (socket) => socket.write(httpAnswer(status, headers, body)) };
}

const zeros = Buffer.alloc(50_000_000);

/** Faults by name; what they do to a call is in the table of `test/execute/faults.test.ts`. */
export const faults = {
  none: { onRequest: (socket) => socket.write(good) },
  'reset within the request': {
    onConnect: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  },
  'closed within the request': {
    onConnect: (socket) => socket.once('data', () => socket.destroy()),
  },
  'reset after the request': { onRequest: (socket) => socket.resetAndDestroy() },
  'closed after the request': { onRequest: (socket) => socket.end() },
  'reset within the headers': {
    onRequest: (socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-ty', () => socket.resetAndDestroy()),
  },
  'reset after the headers': {
    onRequest: (socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 35\r\n\r\n', () => socket.resetAndDestroy()),
  },
  'reset within the body': {
    onRequest: (socket) => socket.write(good.subarray(0, -10), () => socket.resetAndDestroy()),
  },
  'no headers ever': {},
  'headers by drops': {
    onRequest: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x: y\r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    },
  },
  'no body ever': {
    onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 35\r\n\r\n'),
  },
  'a body by drops': {
    onRequest: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const drip = setInterval(() => socket.write('1\r\n \r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    },
  },
  'an endless body': {
    onRequest: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`;
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pour);
      pour();
    },
  },
  'a length that is too long': {
    onRequest: (socket) =>
      socket.end(httpAnswer(200, { ...json, 'content-length': '500' }, goodBody)),
  },
  'a length that is too short': {
    onRequest: (socket) =>
      socket.write(httpAnswer(200, { ...json, 'content-length': '20' }, goodBody)),
  },
  'a length beyond the limit': {
    onRequest: (socket) => socket.write(httpAnswer(200, { 'content-length': '99999999' })),
  },
  'half of the JSON': answering(200, json, goodBody.slice(0, 20)),
  'a gzip bomb': answering(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(zeros)),
  'damaged gzip': answering(
    200,
    { ...json, 'content-encoding': 'gzip' },
    gzipSync(goodBody).subarray(0, -12),
  ),
  'a compression that is none': answering(200, { 'content-encoding': 'Identity' }, goodBody),
  'a compression without a name': answering(200, { 'content-encoding': '' }, goodBody),
  'an unknown compression': answering(200, { ...json, 'content-encoding': 'zstd' }, goodBody),
  'something that is not HTTP': {
    onRequest: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  },
  'headers without end': {
    onRequest: (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
  },
} as const satisfies Readonly<Record<string, Fault>>;
