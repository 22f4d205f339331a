import type { Diagnostic, Severity, Place } from '../core/diagnostic.ts';
import type { LoadCode } from './load-codes.ts';
import { compareText } from '../core/text.ts';

/** Where a finding was made, and which operation it concerns. */
export interface FindingContext {
  readonly place?: Place | undefined;
  readonly tool?: string | undefined;
}

/** Makes a diagnostic with one of this folder's codes. */
export function finding(
  severity: Severity,
  code: LoadCode,
  message: string,
  hint: string,
  { place, tool }: FindingContext = {},
): Diagnostic {
  return { code, severity, message, hint, ...(place && { place }), ...(tool && { tool }) };
}

/** Orders findings by where they were made; those without a place come last. */
export function sortByPlace(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...findings].sort(({ place: a }, { place: b }) => {
    if (!a || !b) return Number(!a) - Number(!b);
    return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
  });
}

/** Findings of one kind that are listed one by one; more are summed up in one line. */
const listedPerCode = 25;

/**
 * Shortens long runs of one warning: a schema that lacks its scalars would bury everything else.
 * Errors all stay.
 */
export function shortenWarnings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<string, number>();
  const kept = findings.filter(({ code, severity }) => {
    if (severity === 'error') return true;
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    return count <= listedPerCode;
  });
  const sums = [...seen]
    .filter(([, count]) => count > listedPerCode)
    .map(([code, count]) => sumUp(code as LoadCode, count - listedPerCode));
  return [...kept, ...sums];
}

function sumUp(code: LoadCode, more: number): Diagnostic {
  return finding(
    'warning',
    code,
    `There are ${more} more findings of this kind.`,
    'Mend those that are listed to see the others.',
  );
}
