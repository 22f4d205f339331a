import type { Diagnostic, Severity, Place } from '../core/diagnostic.ts';
import type { CompileCode } from './diagnostic-codes.ts';

/** Where a finding was made, and which tool or operation it concerns. */
export interface FindingContext {
  readonly place?: Place | undefined;
  readonly tool?: string | undefined;
}

/** Makes a diagnostic with one of this folder's codes. */
export function finding(
  severity: Severity,
  code: CompileCode,
  message: string,
  hint: string,
  { place, tool }: FindingContext = {},
): Diagnostic {
  return { code, severity, message, hint, ...(place && { place }), ...(tool && { tool }) };
}
