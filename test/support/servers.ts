import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** Registers something that is closed after the test. */
export function closeLater(close: () => Promise<unknown>): void {
  onTestFinished(async () => {
    await close();
  });
}

/** Waits until a check passes; the limit only ends what hangs. */
export function eventually<T>(check: () => T | Promise<T>, interval = 50): Promise<T> {
  return vi.waitFor(check, { timeout: 100_000, interval });
}

/** Listens on a free port of the loopback interface; answers the port. */
export async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Starts an HTTP server for one test; answers its address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  const port = await listen(server);
  closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${port}/graphql`;
}

/** A request as a server got it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Starts a server that notes every request and answers with what `answer` gives. */
export async function serveJson(
  answer: (request: SeenRequest, count: number) => object | string,
): Promise<{ readonly url: string; readonly seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const noted = { method, url: path, headers, body: Buffer.concat(chunks).toString() };
      seen.push(noted);
      const given = answer(noted, seen.length);
      response.setHeader('content-type', 'application/graphql-response+json');
      response.end(typeof given === 'string' ? given : JSON.stringify(given));
    });
  });
  return { url, seen };
}
