import type { Readable, Writable } from 'node:stream';
import { anonymous, noHeaders } from '../core/caller.ts';
import { errorCodes } from '../mcp/message.ts';
import { createConnection, type Connection } from '../mcp/connection.ts';
import type { Mcp } from '../mcp/server.ts';
import { readLines, type Line } from './lines.ts';

export interface StdioOptions {
  readonly mcp: Mcp;
  readonly input: Readable;
  /** Nothing but JSON-RPC, a line each, may be written to it by anybody. */
  readonly output: Writable;
  /** Longest message, in bytes. */
  readonly maxMessageBytes: number;
  /** How long running calls may take once the input has ended, in milliseconds. */
  readonly drainMs: number;
}

/**
 * Serves one client over a pair of streams, a JSON text a line.
 *
 * Resolves when the input has ended and every running call is answered, or has had its time. A
 * client that does not read its answers is not read from either, so nothing piles up.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { mcp, input, output, maxMessageBytes, drainMs } = options;
  const connection = createConnection({ mcp, send: (json) => output.write(`${json}\n`) });
  // a client that has gone closes the output first; the input then ends as well
  output.on('error', () => input.destroy());
  try {
    for await (const line of readLines(input, maxMessageBytes)) {
      const answer = receive(connection, line, maxMessageBytes);
      if (answer !== undefined) output.write(`${answer}\n`);
      if (output.writableNeedDrain) await drained(output);
    }
  } catch (error) {
    // an input that breaks off has ended, too
    if (!input.destroyed) throw error;
  }
  await withDeadline(connection.drain(), drainMs);
  connection.close();
}

/** Takes in a line; answers the text of its refusal. */
function receive(connection: Connection, line: Line, maxBytes: number): string | undefined {
  if (line.kind === 'tooLong') {
    const message = `The message is larger than ${maxBytes} bytes.`;
    return connection.unreadable({ code: errorCodes.INVALID_REQUEST, message }).json;
  }
  const value = line.kind === 'line' ? parse(line.text) : undefined;
  if (value === undefined) {
    const message = `Parse error: the line is not ${line.kind === 'line' ? 'JSON' : 'UTF-8'}.`;
    return connection.unreadable({ code: errorCodes.PARSE_ERROR, message }).json;
  }
  return connection.receive(value, { caller: anonymous, headers: noHeaders })?.json;
}

/** JSON has no undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Resolves when the output takes more, or nothing ever again. */
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
