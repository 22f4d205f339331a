import type { Diagnostic } from '../core/diagnostic.ts';
import type { Catalog } from '../core/tool.ts';

/** What a reload came to. */
export type ReloadOutcome =
  | { readonly ok: true; readonly changed: boolean; readonly catalog: Catalog }
  | { readonly ok: false; readonly reasons: readonly Diagnostic[] };

/**
 * Decides whether a newly compiled catalog may replace the one that is served.
 *
 * It may not when it has an error that the serving one does not have, or no tool at all: the last
 * good catalog then stays whole, for half a catalog is worse than an old one. An error that was
 * there before (an operation that never compiled) does not stand in the way.
 */
export function reasonsToRefuse(serving: Catalog, next: Catalog): readonly Diagnostic[] {
  const known = new Set(errorsOf(serving).map(keyOf));
  const fresh = errorsOf(next).filter((error) => !known.has(keyOf(error)));
  if (fresh.length > 0 || next.tools.size > 0 || serving.tools.size === 0) return fresh;
  return [
    {
      code: 'CATALOG_EMPTY',
      severity: 'error',
      message: 'The sources have no operation any more.',
      hint: 'Restore the operation files, or restart the gateway to serve none.',
    },
  ];
}

function errorsOf({ skipped, diagnostics }: Catalog): readonly Diagnostic[] {
  return [...skipped, ...diagnostics.filter(({ severity }) => severity === 'error')];
}

/** Lines move while a file is edited; the error stays the same one. */
function keyOf({ code, place, tool, message }: Diagnostic): string {
  return JSON.stringify([code, place?.file, tool, message]);
}
