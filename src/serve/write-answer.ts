import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { SplicedJson } from '../core/raw-json.ts';
import type { HttpAnswer } from './http-answer.ts';
import { writeSpliced } from './write-spliced.ts';

/** Writes an answer to a response of `node:http`. A client that has gone gets nothing. */
export function writeAnswer(response: ServerResponse, answer: HttpAnswer): void {
  const { status, body, headers } = answer;
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers);
    // quiet streams show the client that they are open, too
    response.flushHeaders();
    // the types of the two web streams differ in what nobody calls
    const stream = Readable.fromWeb(body as NodeReadableStream);
    pipeline(stream, response).catch(() => response.destroy());
    return;
  }
  if (body instanceof SplicedJson) return writeSpliced(response, answer, body);
  // a list, for copying the object to add one header takes as long as `writeHead`
  const list: OutgoingHttpHeader[] = [];
  for (const name in headers) list.push(name, headers[name] ?? '');
  // a 204 must not say how long its body is (RFC 9110, section 8.6)
  if (status !== 204) list.push('content-length', Buffer.byteLength(body ?? ''));
  response.writeHead(status, list);
  response.end(body ?? undefined);
}
