import { GatewayError, type Diagnostic } from '../core/diagnostic.ts';
import { stableJson } from '../core/json.ts';
import type { Catalog } from '../core/tool.ts';
import type { GatewayParts } from './executor.ts';
import type { ReadCatalog } from './read-catalog.ts';

/** The result of a reload. */
export type ReloadOutcome =
  | { readonly ok: true; readonly changed: boolean; readonly catalog: Catalog }
  /** The configuration, a schema or the lock file could not be used. */
  | { readonly ok: false; readonly reasons: readonly Diagnostic[] };

/** Throws a `GatewayError` if there is no tool to serve, or in strict mode if there is any error. */
export function checkStart(read: ReadCatalog, strict: boolean): void {
  const errors = allDiagnostics(read).filter(({ severity }) => severity === 'error');
  if (read.catalog.tools.size > 0 && !(strict && errors.length > 0)) return;
  throw new GatewayError(errors.length > 0 ? errors : [noOperations]);
}

/** All diagnostics about the sources. */
export function allDiagnostics({ catalog, kept, findings }: ReadCatalog): readonly Diagnostic[] {
  return [...catalog.skipped, ...kept, ...catalog.diagnostics, ...findings];
}

/**
 * The errors of a catalog, except for those that the configuration asks for: a mutation that it does
 * not serve is no mistake.
 */
export function errorsOf({ catalog, kept, stale }: ReadCatalog): readonly Diagnostic[] {
  const { skipped, diagnostics } = catalog;
  return [...skipped, ...diagnostics, ...kept, ...stale].filter(
    ({ severity, code }) => severity === 'error' && code !== 'MUTATION_NOT_SERVED',
  );
}

/** Sections of the configuration that are read only at start, except for the lists of hosts and origins in `server`. */
export const sectionsReadAtStart = [
  'name',
  'instructions',
  'server',
  'audit',
  'limits',
  'resources',
  'logLevel',
] as const;

/** Options of `server` that apply at once, because they restrict who may call. */
const ignored = { allowedHosts: undefined, allowedOrigins: undefined };

/** The changed sections that take effect only after a restart. */
export function sectionsToRestartFor(
  started: GatewayParts,
  current: GatewayParts,
): readonly string[] {
  const textOf = ({ options }: GatewayParts, name: (typeof sectionsReadAtStart)[number]) =>
    stableJson(name === 'server' ? { ...options.server, ...ignored } : options[name]);
  return sectionsReadAtStart.filter((name) => textOf(started, name) !== textOf(current, name));
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
