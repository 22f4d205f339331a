import { destination, pino } from 'pino';
import type { Log, LogLevel } from './log.ts';
import { createReadableLog } from './readable-log.ts';

/**
 * Logs to standard error, for standard output belongs to the stdio transport: JSON lines for
 * programs, text for people where it is a terminal.
 */
export function createLog(level: LogLevel): Log {
  const { stderr } = process;
  if (stderr.isTTY) return createReadableLog(level, (text) => stderr.write(text));
  return pino({ level, base: null }, destination({ fd: 2, sync: true }));
}
