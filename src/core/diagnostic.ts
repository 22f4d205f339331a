import { formatPlace, type Place } from './place.ts';

export type Severity = 'error' | 'warning' | 'info';

/**
 * One finding about the sources: what, where, and what to do about it.
 *
 * An `error` means that something is not served (an operation skipped, a file unreadable);
 * a `warning` that it is served otherwise than written; `info` only informs.
 */
export interface Diagnostic {
  /** Stable, SCREAMING_SNAKE_CASE, documented in `docs/diagnostics.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence: what is wrong, with the names and values involved. */
  readonly message: string;
  /** One sentence: what to do. */
  readonly hint: string;
  readonly place?: Place;
  /** The tool (or operation) concerned, where there is one. */
  readonly tool?: string;
}

/** Writes a diagnostic on one line, the way compilers do. */
export function formatDiagnostic({ place, severity, code, message, hint }: Diagnostic): string {
  const where = place ? `${formatPlace(place)}: ` : '';
  return `${where}${severity} ${code}: ${message} ${hint}`;
}
