import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe } from 'vitest';
import { listen, type NodeServer } from '../../src/serve/node.ts';
import type { FixtureGateway } from './fixture-gateway.ts';

export interface SendInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

/** Sends a request to the gateway under test. */
export type Send = (path: string, init?: SendInit) => Promise<Response>;

export interface Served {
  readonly send: Send;
  /** The gateway; made anew for either way of serving. */
  readonly gateway: () => FixtureGateway;
}

/**
 * Runs the same tests twice: in process, and over a real socket.
 *
 * Over the socket, requests are written by `node:http`, for `fetch` would set `Host` by itself.
 */
export function describeServed(
  title: string,
  create: () => FixtureGateway,
  define: (served: Served) => void,
): void {
  describe(`${title}, in process`, () => {
    let gateway: FixtureGateway;
    beforeAll(() => {
      gateway = create();
    });
    afterAll(() => gateway.app.endStreams());
    define({
      gateway: () => gateway,
      send: async (path, init = {}) => gateway.app.fetch(requestOf(path, init)),
    });
  });
  describe(`${title}, over a socket`, () => {
    let gateway: FixtureGateway;
    let server: NodeServer;
    beforeAll(async () => {
      gateway = create();
      server = await listen(gateway.app, { host: '127.0.0.1', port: 0, drainMs: 100 });
    });
    afterAll(() => server.close());
    define({ gateway: () => gateway, send: (path, init) => sendTo(server.port, path, init) });
  });
}

function requestOf(path: string, { signal, ...init }: SendInit): Request {
  const headers = { host: '127.0.0.1:4000', ...init.headers };
  return new Request(`http://127.0.0.1:4000${path}`, {
    ...init,
    headers,
    ...(signal && { signal }),
  } as RequestInit);
}

/** Sends a request over a socket. Aborting the signal cuts the connection. */
export function sendTo(port: number, path: string, init: SendInit = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = init;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, path, method, headers, agent: false, ...(signal && { signal }) },
      (incoming) => {
        const received = new Headers();
        for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
          received.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '');
        }
        const status = incoming.statusCode ?? 0;
        const stream = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
        const empty = status === 204 || status === 304;
        resolve(new Response(empty ? null : stream, { status, headers: received }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
