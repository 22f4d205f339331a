import { createCell, type Cell } from '../core/cell.ts';
import { formatDiagnostic, type Diagnostic, GatewayError } from '../core/diagnostic.ts';
import type { Catalog } from '../core/tool.ts';
import type { Log } from '../core/log.ts';
import { scrubMessage } from '../result/scrub.ts';
import type { HealthReport } from '../serve/health.ts';
import { hostsIn } from './create-answering.ts';
import { createDriftReport } from './drift-report.ts';
import type { ReadCatalog } from './read-catalog.ts';
import { reasonsToRefuse, type ReloadOutcome } from './reload.ts';
import { createRuntime, renewRuntime, sectionsToRestartFor, type Runtime } from './runtime.ts';
import { runSerially } from './serial.ts';
import { createWatcher, type Watcher } from './watch.ts';
import type { GatewayParts } from './gateway-parts.ts';

/** The catalog that is served, and what replaces it. */
export interface LiveCatalog {
  readonly cell: Cell<Catalog>;
  /** What there is to say about the sources as they were last read. */
  readonly diagnostics: readonly Diagnostic[];
  /** What was read with it. */
  readonly served: ReadCatalog;
  /** What answers its tools. */
  readonly runtime: Runtime;
  health(): HealthReport;
  reload(): Promise<ReloadOutcome>;
  /** Hears of every reload; answers what stops it. */
  onReload(listener: (outcome: ReloadOutcome) => void): () => void;
  close(): Promise<void>;
}

/**
 * Reads the catalog, and keeps it up to date: on demand, when watched files change, and when an
 * introspected schema is due.
 *
 * Throws a `GatewayError` when nothing can be served, or in strict mode not everything.
 */
export async function createLiveCatalog(parts: GatewayParts): Promise<LiveCatalog> {
  const since = Date.now();
  const runtime = await createRuntime(parts, createDriftReport(parts.log));
  try {
    const first = await runtime.reader.read(false);
    refuseStart(first, parts.config.strict);
    return new Live(runtime, first, since);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

class Live implements LiveCatalog {
  readonly cell: Cell<Catalog>;
  readonly reload: () => Promise<ReloadOutcome>;
  readonly #log: Log;
  /** What the gateway was started with: some of the configuration is read then alone. */
  readonly #started: GatewayParts;
  readonly #listeners = new Set<(outcome: ReloadOutcome) => void>();
  readonly #watcher: Watcher | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  /** Set while a schema is served that is older than it should be. */
  #retry: NodeJS.Timeout | undefined;
  /** Whether the next reload asks endpoints for their schemas again: not when a file changed. */
  #refreshDue = false;
  #runtime: Runtime;
  #served: ReadCatalog;
  #diagnostics: readonly Diagnostic[];
  #refused: readonly Diagnostic[] = [];
  #stale: readonly Diagnostic[];
  #closed = false;

  constructor(runtime: Runtime, first: ReadCatalog, since: number) {
    const { parts } = runtime;
    this.#runtime = runtime;
    this.#started = parts;
    this.#log = parts.log;
    this.#served = first;
    this.#stale = first.stale;
    this.#retryWhileStale();
    this.#diagnostics = diagnosticsOf(first);
    this.cell = createCell(first.catalog);
    const run = runSerially(() => this.#reload());
    this.reload = () => {
      this.#refreshDue = true;
      return run();
    };
    if (parts.watch) {
      this.#watcher = createWatcher(() => void run());
      this.#watcher.watch(pathsToWatch(parts, first), since);
    }
    const due = refreshIntervalOf(parts);
    if (due > 0) this.#timer = setInterval(() => void this.reload(), due).unref();
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  get served(): ReadCatalog {
    return this.#served;
  }

  get runtime(): Runtime {
    return this.#runtime;
  }

  health(): HealthReport {
    const { tools, skippedCount, fingerprint } = this.cell.current;
    const stale = [...this.#refused, ...this.#stale];
    const { answering, parts, drift } = this.#runtime;
    // who asks for the health need not say who they are, and the log has it whole
    const lastError = scrubMessage(stale.map(formatDiagnostic).join('\n'), hostsIn(parts.config));
    const mismatches = drift.total;
    const restartFor = this.#restartFor();
    const down = [...answering].filter(([, { executor }]) => executor.isDown?.());
    const isWell = stale.length + restartFor.length + down.length === 0;
    return {
      status: isWell ? 'ok' : 'degraded',
      tools: tools.size,
      skipped: skippedCount,
      catalog: fingerprint,
      ...(lastError !== '' && { lastError }),
      ...(restartFor.length > 0 && { restartFor }),
      ...(down.length > 0 && { down: down.map(([name]) => name) }),
      ...(mismatches > 0 && { mismatches }),
    };
  }

  /** Empty again when the file is as it was at the start. */
  #restartFor(): readonly string[] {
    return sectionsToRestartFor(this.#started, this.#runtime.parts);
  }

  onReload(listener: (outcome: ReloadOutcome) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    await this.#watcher?.close();
    await this.#runtime.close();
  }

  async #reload(): Promise<ReloadOutcome> {
    const outcome = await this.#tryReload();
    if (this.#closed) return outcome;
    if (outcome.ok) {
      const { catalog, changed } = outcome;
      this.#log.info({ tools: catalog.tools.size, changed }, 'sources reloaded');
    } else {
      this.#log.error({ reasons: outcome.reasons }, 'reload refused, the last good tools stay');
    }
    for (const listener of this.#listeners) listener(outcome);
    return outcome;
  }

  async #tryReload(): Promise<ReloadOutcome> {
    const refresh = this.#refreshDue;
    this.#refreshDue = false;
    const since = Date.now();
    const before = this.#runtime;
    let runtime = before;
    try {
      runtime = await renewRuntime(before);
      const next = await runtime.reader.read(refresh);
      // what is started now, nobody would stop
      if (this.#closed) return await this.#refuse(runtime, [gatewayClosed]);
      this.#stale = next.stale;
      this.#retryWhileStale();
      this.#watcher?.watch(pathsToWatch(runtime.parts, next), since);
      this.#diagnostics = diagnosticsOf(next);
      const reasons = reasonsToRefuse(this.cell.current, next.catalog);
      if (reasons.length === 0) return this.#accept(runtime, next);
      return await this.#refuse(runtime, reasons);
    } catch (error) {
      if (error instanceof GatewayError) return this.#refuse(runtime, error.diagnostics);
      this.#log.error({ error: String(error) }, 'internal error while reloading');
      return this.#refuse(runtime, [reloadFailed]);
    }
  }

  /** An API that was down at a start, or at a refresh, is asked again until it answers. */
  #retryWhileStale(): void {
    clearTimeout(this.#retry);
    if (this.#stale.length === 0) return;
    for (const { message } of this.#stale) this.#log.warn({ reason: message }, 'the schema is old');
    this.#retry = setTimeout(() => void this.reload(), retryMs).unref();
  }

  async #refuse(runtime: Runtime, reasons: readonly Diagnostic[]): Promise<ReloadOutcome> {
    this.#refused = reasons;
    if (runtime !== this.#runtime) await runtime.close();
    return { ok: false, reasons };
  }

  #accept(runtime: Runtime, next: ReadCatalog): ReloadOutcome {
    this.#refused = [];
    if (runtime !== this.#runtime) this.#replaceRuntime(runtime);
    const changed = next.catalog.fingerprint !== this.cell.current.fingerprint;
    this.#served = next;
    this.cell.set(next.catalog);
    return { ok: true, changed, catalog: next.catalog };
  }

  /** Running calls keep the runtime they started with, until the longest of them is over. */
  #replaceRuntime(next: Runtime): void {
    const before = this.#runtime;
    this.#runtime = next;
    const sections = this.#restartFor();
    if (sections.length > 0) this.#log.warn({ sections }, 'restart the gateway to apply these');
    const longest = Math.max(
      ...[...before.parts.config.upstreams.values()].map(({ timeoutMs }) => timeoutMs),
      ...[...this.cell.current.tools.values()].map(({ timeoutMs = 0 }) => timeoutMs),
    );
    setTimeout(() => void before.close(), longest + 1_000).unref();
  }
}

/** Time between attempts to replace a schema that is older than it should be, in milliseconds. */
const retryMs = 60_000;

const reloadFailed: Diagnostic = {
  code: 'RELOAD_FAILED',
  severity: 'error',
  message: 'The sources could not be read again, by a fault of the gateway.',
  hint: 'Restart the gateway, and report what its log says.',
};

const gatewayClosed: Diagnostic = {
  code: 'RELOAD_FAILED',
  severity: 'error',
  message: 'The gateway was closed before its sources were read again.',
  hint: 'Make another one.',
};

function pathsToWatch({ configFile }: GatewayParts, { watchPaths }: ReadCatalog) {
  return configFile === undefined ? watchPaths : [...watchPaths, configFile];
}

function refuseStart(read: ReadCatalog, strict: boolean): void {
  const { catalog } = read;
  const findings = diagnosticsOf(read);
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (catalog.tools.size > 0 && !(strict && errors.length > 0)) return;
  throw new GatewayError(errors.length > 0 ? errors : [nothingToServe]);
}

const nothingToServe: Diagnostic = {
  code: 'CATALOG_EMPTY',
  severity: 'error',
  message: 'There is no operation to serve as a tool.',
  hint: 'Write a query or mutation into an operation file, and check "operations" in the configuration.',
};

function diagnosticsOf({ catalog, findings }: ReadCatalog): readonly Diagnostic[] {
  return [...catalog.skipped, ...catalog.diagnostics, ...findings];
}

/** The shortest refresh interval of the upstreams, in milliseconds; 0 for none. */
function refreshIntervalOf({ config }: GatewayParts): number {
  const intervals = [...config.upstreams.values()].map(
    ({ introspection }) => introspection.refreshMs,
  );
  const due = intervals.filter((interval) => interval > 0);
  return due.length === 0 ? 0 : Math.min(...due);
}
