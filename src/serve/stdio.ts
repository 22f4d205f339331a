import { isUtf8 } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { anonymous, noHeaders } from '../core/call.ts';
import { errorCodes, parseErrorOf } from '../mcp/message.ts';
import { createConnection, type Connection } from '../mcp/connection.ts';
import type { Mcp } from '../mcp/server.ts';

export interface StdioOptions {
  readonly mcp: Mcp;
  readonly input: Readable;
  /** Must carry nothing but JSON-RPC messages, one per line. */
  readonly output: Writable;
  /** Longest message, in bytes. */
  readonly maxMessageBytes: number;
  /** How long running calls may take after the end of the input, in milliseconds. */
  readonly drainMs: number;
}

/**
 * Serves one client over a pair of streams, one JSON text per line.
 *
 * Resolves when the input has ended and every running call is answered, or `drainMs` has passed.
 * While the client does not read its answers, its input is not read either, which bounds memory.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { mcp, input, output, maxMessageBytes, drainMs } = options;
  const connection = createConnection({ mcp, send: (json) => output.write(`${json}\n`) });
  // an exiting client closes the output first; treat that as the end of the input
  output.on('error', () => input.destroy());
  try {
    for await (const line of readLines(input, maxMessageBytes)) {
      const answer = receive(connection, line, maxMessageBytes);
      if (answer !== undefined) output.write(`${answer}\n`);
      if (output.writableNeedDrain) await drained(output);
    }
  } catch (error) {
    // a destroyed input has ended too
    if (!input.destroyed) throw error;
  }
  await withDeadline(connection.drain(), drainMs);
  connection.close();
}

/** Passes a line to the connection. @returns the refusal, if any. */
function receive(connection: Connection, line: Line, maxBytes: number): string | undefined {
  if (line.kind === 'tooLong') {
    const message = `The message is larger than ${maxBytes} bytes.`;
    return connection.unreadable({ code: errorCodes.INVALID_REQUEST, message }).json;
  }
  const unreadable = (message: string) =>
    connection.unreadable({ code: errorCodes.PARSE_ERROR, message }).json;
  if (line.kind !== 'line') return unreadable('Parse error: the line is not UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return unreadable(parseErrorOf(error));
  }
  return connection.receive(value, { caller: anonymous, headers: noHeaders })?.json;
}

/** Resolves when the output accepts more data, or is closed. */
function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      output.off('drain', done);
      output.off('close', done);
      resolve();
    };
    output.on('drain', done);
    output.on('close', done);
  });
}

async function withDeadline(done: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([done, deadline]);
  clearTimeout(timer);
}

/** A line, or why it could not be read. */
export type Line =
  { readonly kind: 'line'; readonly text: string } | { readonly kind: 'tooLong' | 'notUtf8' };

/**
 * Splits chunks of bytes into lines. Empty lines are skipped; the last line needs no line break.
 *
 * A line that is too long is discarded as soon as its length is known, and skipped to its end, which
 * bounds the memory.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      const part = chunk.subarray(start, end === -1 ? undefined : end);
      size += part.length;
      // keep only the size of a line that is too long
      if (size > maxBytes) parts = [];
      else parts.push(part);
      if (end === -1) break;
      yield* finish(parts, size > maxBytes);
      parts = [];
      size = 0;
      start = end + 1;
    }
  }
  yield* finish(parts, size > maxBytes);
}

const newline = 0x0a;

function* finish(parts: readonly Uint8Array[], tooLong: boolean): Generator<Line> {
  if (tooLong) yield { kind: 'tooLong' };
  const bytes = Buffer.concat(parts);
  const text = bytes.toString('utf8').trim();
  if (text === '') return;
  // decoding replaces invalid UTF-8 by U+FFFD; without it there is nothing to check
  const valid = !text.includes('\uFFFD') || isUtf8(bytes);
  yield valid ? { kind: 'line', text } : { kind: 'notUtf8' };
}
