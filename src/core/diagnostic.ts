import { compareText } from './text.ts';

/** A position in a source file, in the form that editors and CI annotations understand. */
export interface Place {
  /** Path relative to the folder the gateway was started in, with `/` separators. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units. */
  readonly column: number;
}

/** Formats a place as `operations/film.graphql:3:5`. */
export function formatPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

export type Severity = 'error' | 'warning' | 'info';

/**
 * A message about the sources: the problem, its place, and how to fix it.
 *
 * An `error` means that something is not served (an operation skipped, a file unreadable);
 * a `warning` that it is served differently from its source; `info` is for information only.
 */
export interface Diagnostic {
  /** Stable, SCREAMING_SNAKE_CASE, documented in `docs/diagnostics.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence that names the problem and the names and values involved. */
  readonly message: string;
  /** One imperative sentence: how to fix it. */
  readonly hint: string;
  readonly place?: Place;
  /** The tool (or operation) concerned, if there is one. */
  readonly tool?: string;
}

/** An entry of a table of diagnostic codes; `docs/diagnostics.md` is generated from these tables. */
export interface DiagnosticCode {
  /**
   * The severity of diagnostics that state none of their own.
   *
   * @default 'error'
   */
  readonly severity?: Severity;
  /** One sentence that describes the problem in general. */
  readonly meaning: string;
  /** How to fix it: the hint of diagnostics that state none of their own. */
  readonly advice: string;
}

/** The details of one diagnostic; `severity` and `hint` override those of its code. */
export interface DiagnosticDetails {
  readonly severity?: Severity | undefined;
  readonly hint?: string | undefined;
  readonly place?: Place | undefined;
  readonly tool?: string | undefined;
}

/** Creates diagnostics with the codes of one table. */
export type CreateDiagnostic<Code extends string> = (
  code: Code,
  message: string,
  details?: DiagnosticDetails,
) => Diagnostic;

/** Creates the constructor of diagnostics for a table of codes. */
export function diagnosticsOf<Code extends string>(
  codes: Readonly<Record<Code, DiagnosticCode>>,
): CreateDiagnostic<Code> {
  return function createDiagnostic(code, message, details = {}) {
    const { severity = 'error', advice } = codes[code];
    const { place, tool } = details;
    return {
      code,
      severity: details.severity ?? severity,
      message,
      hint: details.hint || advice,
      ...(place && { place }),
      ...(tool !== undefined && { tool }),
    };
  };
}

/**
 * An error that the person running the gateway can fix: a configuration, source or argument that is
 * wrong. It carries diagnostics, and its message lists them, one per line.
 *
 * Anything else that is thrown is a bug, and is masked at the edge.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(diagnostics.map(formatDiagnostic).join('\n'), options);
    this.diagnostics = diagnostics;
  }
}

/** Creates an error of one diagnostic with a code of one table. */
export type CreateError<Code extends string> = (
  code: Code,
  message: string,
  details?: DiagnosticDetails & ErrorOptions,
) => GatewayError;

/** Creates the constructor of errors for a table of codes. */
export function errorsOf<Code extends string>(
  codes: Readonly<Record<Code, DiagnosticCode>>,
): CreateError<Code> {
  const createDiagnostic = diagnosticsOf(codes);
  return function createError(code, message, { cause, ...details } = {}) {
    return new GatewayError([createDiagnostic(code, message, details)], { cause });
  };
}

/** Creates an error of one diagnostic. */
export function gatewayError(
  code: string,
  message: string,
  hint: string,
  { cause, ...details }: Pick<Diagnostic, 'place' | 'tool'> & ErrorOptions = {},
): GatewayError {
  return new GatewayError([{ code, severity: 'error', message, hint, ...details }], { cause });
}

/** Formats a diagnostic on one line, as compilers do. */
export function formatDiagnostic({ place, severity, code, message, hint }: Diagnostic): string {
  const prefix = place ? `${formatPlace(place)}: ` : '';
  return `${prefix}${severity} ${code}: ${message} ${hint}`;
}

/** Compares two places by file, line and column. */
export function comparePlaces(a: Place, b: Place): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** Compares diagnostics by place, tool, code and message; those without a place come first. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    comparePlaces(a.place ?? noPlace, b.place ?? noPlace) ||
    compareText(a.tool ?? '', b.tool ?? '') ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

const noPlace: Place = { file: '', line: 0, column: 0 };
