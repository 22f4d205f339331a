import { compareText } from '../core/text.ts';
import type { Diagnostic } from '../core/diagnostic.ts';

/** Orders findings by place, then by what they say; those without a place come first. */
export function compareFindings(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.place?.file ?? '', b.place?.file ?? '') ||
    (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
    (a.place?.column ?? 0) - (b.place?.column ?? 0) ||
    compareText(a.tool ?? '', b.tool ?? '') ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}
