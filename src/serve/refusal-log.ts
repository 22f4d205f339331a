import type { Log } from '../core/log.ts';

/** Why a request is refused before a method sees it. */
export type RefusalCause = 'host' | 'origin' | 'credentials' | 'accept' | 'body size' | 'body type';

/** Reports a refused request; `value` is what the client sent. */
export type ReportRefusal = (cause: RefusalCause, value?: string) => void;

/** What an operator can do about a refusal. */
const hints: Readonly<Record<RefusalCause, string>> = {
  host: 'Add the name to server.allowedHosts if clients may use it.',
  origin: 'Add the origin to server.allowedOrigins if its pages may call.',
  credentials: 'Compare the token of the client with auth.tokens and auth.issuers.',
  accept: 'Configure the client to accept application/json or text/event-stream.',
  'body size': 'Raise limits.maxBodyBytes if such requests are expected.',
  'body type': 'Configure the client to send uncompressed application/json.',
};

/** Different values that are logged for each cause. */
const maxValues = 20;
const maxValueLength = 100;

/**
 * Creates the function that logs refused requests: each cause and value once, as far as values are
 * few. Clients that cannot connect thus leave a trace, and cannot flood the log.
 */
export function createRefusalLog(log: Log): ReportRefusal {
  const logged = new Map<RefusalCause, Set<string>>();
  return (cause, value = '') => {
    const values = logged.get(cause) ?? new Set();
    logged.set(cause, values);
    const text = printable(value);
    if (values.has(text) || values.size >= maxValues) return;
    values.add(text);
    const isLast = values.size === maxValues;
    log.warn(
      {
        cause,
        ...(text !== '' && { value: text }),
        hint: hints[cause],
        ...(isLast && { note: 'Further values of this cause are not logged.' }),
      },
      'a request was refused',
    );
  };
}

function printable(value: string): string {
  return value.slice(0, maxValueLength).replaceAll(/[^\x20-\x7e]/g, '?');
}
