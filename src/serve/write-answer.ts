import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { HttpAnswer } from './http-answer.ts';

/** Most bytes of an answer that is ended before it has left. */
const atOnceBytes = 65_536;

/**
 * Writes an answer to a response of `node:http`. A client that has gone gets nothing.
 *
 * A large answer is ended when it has left: a connection whose answer is ended counts as idle, and is
 * cut where the server stops, however much of it is still to be read.
 */
export function writeAnswer(response: ServerResponse, { status, body, headers }: HttpAnswer): void {
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers);
    // quiet streams show the client that they are open, too
    response.flushHeaders();
    // the types of the two web streams differ in what nobody calls
    const stream = Readable.fromWeb(body as NodeReadableStream);
    pipeline(stream, response).catch(() => response.destroy());
    return;
  }
  // a list, for copying the object to add one header takes as long as `writeHead`
  const list: OutgoingHttpHeader[] = [];
  for (const name in headers) list.push(name, headers[name] ?? '');
  const bytes = Buffer.byteLength(body ?? '');
  // a 204 must not say how long its body is (RFC 9110, section 8.6)
  if (status !== 204) list.push('content-length', bytes);
  response.writeHead(status, list);
  if (bytes <= atOnceBytes) response.end(body ?? undefined);
  else response.write(body, (error) => void (error ?? response.end()));
}
