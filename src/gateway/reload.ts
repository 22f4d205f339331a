import { GatewayError, type Diagnostic } from '../core/diagnostic.ts';
import { stableJson } from '../core/json.ts';
import type { Catalog } from '../core/tool.ts';
import type { GatewayParts } from './gateway.ts';
import type { ReadCatalog } from './read-catalog.ts';

/** The result of a reload. */
export type ReloadOutcome =
  | { readonly ok: true; readonly changed: boolean; readonly catalog: Catalog }
  | { readonly ok: false; readonly reasons: readonly Diagnostic[] };

/** Throws a `GatewayError` if there is no tool to serve, or in strict mode if there is any error. */
export function checkStart(read: ReadCatalog, strict: boolean): void {
  const errors = allDiagnostics(read).filter(({ severity }) => severity === 'error');
  if (read.catalog.tools.size > 0 && !(strict && errors.length > 0)) return;
  throw new GatewayError(errors.length > 0 ? errors : [noOperations]);
}

/** All diagnostics about the sources. */
export function allDiagnostics({ catalog, findings }: ReadCatalog): readonly Diagnostic[] {
  return [...catalog.skipped, ...catalog.diagnostics, ...findings];
}

/**
 * Decides whether a newly compiled catalog may replace the current one.
 *
 * It is refused if it has an error that the current one does not have, or no tool at all: an old
 * catalog is better than an incomplete one. Errors that existed before (an operation that never
 * compiled) do not prevent a reload.
 *
 * @returns the reasons to refuse it; empty if it may be served.
 */
export function reasonsToRefuse(current: Catalog, next: Catalog): readonly Diagnostic[] {
  const known = new Set(catalogErrors(current).map(errorKey));
  const added = catalogErrors(next).filter((error) => !known.has(errorKey(error)));
  if (added.length > 0 || next.tools.size > 0 || current.tools.size === 0) return added;
  return [allOperationsRemoved];
}

function catalogErrors({ skipped, diagnostics }: Catalog): readonly Diagnostic[] {
  return [...skipped, ...diagnostics.filter(({ severity }) => severity === 'error')];
}

/** Identifies an error regardless of its line, which changes while a file is edited. */
function errorKey({ code, place, tool, message }: Diagnostic): string {
  return JSON.stringify([code, place?.file, tool, message]);
}

/** Sections of the configuration that are read only at start. */
export const sectionsReadAtStart = [
  'name',
  'instructions',
  'server',
  'auth',
  'limits',
  'resources',
  'logLevel',
] as const;

/** The changed sections that take effect only after a restart. */
export function sectionsToRestartFor(
  started: GatewayParts,
  current: GatewayParts,
): readonly string[] {
  return sectionsReadAtStart.filter(
    (name) => stableJson(started.options[name]) !== stableJson(current.options[name]),
  );
}

/**
 * Wraps a function so that its runs do not overlap: calls made during a run share one run after it.
 *
 * Saving ten files therefore causes at most two reloads.
 */
export function runSerially<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let waiting: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    waiting = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    // between two runs `running` is unset while the next run is about to start
    if (waiting) return waiting;
    if (running) return (waiting = running.then(start, start));
    return start();
  };
}

const noOperations: Diagnostic = {
  code: 'CATALOG_EMPTY',
  severity: 'error',
  message: 'There is no operation to serve as a tool.',
  hint: 'Write a query or mutation into an operation file, and check "operations" in the configuration.',
};

const allOperationsRemoved: Diagnostic = {
  code: 'CATALOG_EMPTY',
  severity: 'error',
  message: 'The sources contain no operation any more.',
  hint: 'Restore the operation files, or restart the gateway to serve none.',
};

export const reloadFailed: Diagnostic = {
  code: 'RELOAD_FAILED',
  severity: 'error',
  message: 'The sources could not be read again because of a bug in the gateway.',
  hint: 'Restart the gateway, and report the error in its log.',
};

export const gatewayClosed: Diagnostic = {
  code: 'RELOAD_FAILED',
  severity: 'error',
  message: 'The gateway was closed before its sources were read again.',
  hint: 'Create another gateway.',
};
