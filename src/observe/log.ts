import type { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Log, LogLevel } from '../core/log.ts';
import { formatDiagnostic, type Diagnostic } from '../core/diagnostic.ts';
import { isJsonObject } from '../core/json.ts';
import { escapeInvisible } from '../core/text.ts';

/** Most bytes of the log that wait to be written; further lines are dropped. */
const maxUnwritten = 1_048_576;

/**
 * Creates a log on standard error (standard output belongs to the stdio transport): text on a
 * terminal, JSON lines otherwise.
 *
 * It never waits for its reader: lines are dropped while nobody reads, or the disk is full, and
 * counted in a later line.
 */
export function createLog(level: LogLevel, stream: LogStream = process.stderr): Log {
  let dropped = 0;
  stream.on('error', () => {});
  const write = (line: string): void => {
    if (stream.writableLength > maxUnwritten) return void (dropped += 1);
    try {
      stream.write(line);
    } catch {
      dropped += 1;
      return;
    }
    if (dropped === 0) return;
    const fields = { dropped };
    dropped = 0;
    log.warn(fields, 'lines of the log could not be written');
  };
  const log: Log = stream.isTTY
    ? createReadableLog(level, write)
    : pino({ level, base: null }, { write });
  return log;
}

/** A stream to log to, such as standard error. */
export type LogStream = Writable & { readonly isTTY?: boolean };

const ranks: Readonly<Record<LogLevel, number>> = { silent: 0, error: 1, warn: 2, info: 3 };

/**
 * Creates a log for people: the time, the level and the message on one line, and each field below.
 *
 * ```
 * 14:03:59 error some sources are not valid
 *   operations/film.graphql:3:5: error OPERATION_INVALID: Cannot query field …
 * ```
 */
export function createReadableLog(level: LogLevel, write: (text: string) => unknown): Log {
  const logAs = (name: keyof Log) => (fields: object, message: string) => {
    if (ranks[name] > ranks[level]) return;
    const lines = Object.entries(fields).flatMap(([key, value]) => linesOf(key, value));
    const time = new Date().toTimeString().slice(0, 8);
    const text = [`${time} ${name} ${message}`, ...lines].map(escapeInvisible).join('\n  ');
    write(`${text}\n`);
  };
  return { info: logAs('info'), warn: logAs('warn'), error: logAs('error') };
}

function linesOf(key: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every(isDiagnostic)) return value.map(formatDiagnostic);
  return `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`.split('\n');
}

function isDiagnostic(value: unknown): value is Diagnostic {
  return isJsonObject(value) && 'severity' in value && 'hint' in value;
}
