import { destination, pino } from 'pino';
import type { Log, LogLevel } from '../core/log.ts';
import { formatDiagnostic, type Diagnostic } from '../core/diagnostic.ts';
import { isJsonObject } from '../core/json.ts';

/** Most characters of the log that wait to be written; further lines are dropped. */
const maxUnwritten = 1_048_576;

/**
 * Creates a log on standard error (standard output belongs to the stdio transport): text on a
 * terminal, JSON lines otherwise.
 */
export function createLog(level: LogLevel): Log {
  const { stderr } = process;
  if (stderr.isTTY) return createReadableLog(level, (text) => stderr.write(text));
  const output = destination({ fd: 2, sync: true, maxLength: maxUnwritten });
  // such as a full disk: lines are lost, and calls are answered
  output.on('error', () => {});
  return pino({ level, base: null }, output);
}

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
    write([`${time} ${name} ${message}`, ...lines].join('\n  ') + '\n');
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
