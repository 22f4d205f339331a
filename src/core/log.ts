/** Structured log lines; never holds tokens, variables or results. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const logLevels = ['error', 'warn', 'info', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Logs nothing: the default of an embedded gateway. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
