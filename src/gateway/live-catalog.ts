import { createCell, type Cell } from '../core/cell.ts';
import { formatDiagnostic, GatewayError, type Diagnostic } from '../core/diagnostic.ts';
import type { Log } from '../core/log.ts';
import type { Catalog } from '../core/tool.ts';
import { scrubMessage } from '../result/scrub.ts';
import type { HealthReport } from '../serve/health.ts';
import { createMismatchReport } from './error-log.ts';
import type { GatewayParts } from './gateway.ts';
import type { ReadCatalog } from './read-catalog.ts';
import {
  allDiagnostics,
  checkStart,
  gatewayClosed,
  reasonsToRefuse,
  reloadFailed,
  runSerially,
  sectionsToRestartFor,
  type ReloadOutcome,
} from './reload.ts';
import { createRuntime, renewRuntime, upstreamHosts, type Runtime } from './runtime.ts';
import { createWatcher, type Watcher } from './watch.ts';

/** The catalog that is served, and its replacement. */
export interface LiveCatalog {
  readonly cell: Cell<Catalog>;
  /** All diagnostics about the sources as they were last read. */
  readonly diagnostics: readonly Diagnostic[];
  /** The sources of the served catalog. */
  readonly served: ReadCatalog;
  readonly runtime: Runtime;
  health(): HealthReport;
  reload(): Promise<ReloadOutcome>;
  /** Calls `listener` after every reload. @returns a function that removes it. */
  onReload(listener: (outcome: ReloadOutcome) => void): () => void;
  close(): Promise<void>;
}

/** Time between attempts to replace an outdated schema, in milliseconds. */
const retryMs = 60_000;

/**
 * Reads the catalog, and reloads it: on demand, when watched files change, and at the refresh
 * interval of introspected schemas.
 *
 * Throws a `GatewayError` if there is nothing to serve, or in strict mode if there is any error.
 */
export async function createLiveCatalog(parts: GatewayParts): Promise<LiveCatalog> {
  const since = Date.now();
  const runtime = await createRuntime(parts, createMismatchReport(parts.log));
  try {
    const first = await runtime.reader.read(false);
    checkStart(first, parts.config.strict);
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
  /** The configuration at start: some sections are not read again. */
  readonly #started: GatewayParts;
  readonly #listeners = new Set<(outcome: ReloadOutcome) => void>();
  readonly #watcher: Watcher | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  /** Set while an outdated schema is served. */
  #retry: NodeJS.Timeout | undefined;
  /** Whether the next reload introspects endpoints again; not set when a file changed. */
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
    this.#diagnostics = allDiagnostics(first);
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
    const { upstreams, parts, mismatches } = this.#runtime;
    // /health needs no authentication, so host names are removed; the log has the full text
    const lastError = scrubMessage(
      stale.map(formatDiagnostic).join('\n'),
      upstreamHosts(parts.config),
    );
    const restartFor = this.#restartFor();
    const down = [...upstreams].filter(([, { executor }]) => executor.isDown?.());
    const isOk = stale.length + restartFor.length + down.length === 0;
    return {
      status: isOk ? 'ok' : 'degraded',
      tools: tools.size,
      skipped: skippedCount,
      catalog: fingerprint,
      ...(lastError !== '' && { lastError }),
      ...(restartFor.length > 0 && { restartFor }),
      ...(down.length > 0 && { down: down.map(([name]) => name) }),
      ...(mismatches.total > 0 && { mismatches: mismatches.total }),
    };
  }

  /** Empty if the configuration is the same as at start. */
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
      // after `close` nothing may be started any more
      if (this.#closed) return await this.#refuse(runtime, [gatewayClosed]);
      this.#stale = next.stale;
      this.#retryWhileStale();
      this.#watcher?.watch(pathsToWatch(runtime.parts, next), since);
      this.#diagnostics = allDiagnostics(next);
      const reasons = reasonsToRefuse(this.cell.current, next.catalog);
      if (reasons.length === 0) return this.#accept(runtime, next);
      return await this.#refuse(runtime, reasons);
    } catch (error) {
      if (error instanceof GatewayError) return this.#refuse(runtime, error.diagnostics);
      this.#log.error({ error: String(error) }, 'internal error while reloading');
      return this.#refuse(runtime, [reloadFailed]);
    }
  }

  /** Introspects again until an API that was down responds. */
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

  /** Closes the old runtime only after the longest possible running call. */
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

function pathsToWatch({ configFile }: GatewayParts, { watchPaths }: ReadCatalog) {
  return configFile === undefined ? watchPaths : [...watchPaths, configFile];
}

/** The shortest refresh interval of the upstreams, in milliseconds; 0 for none. */
function refreshIntervalOf({ config }: GatewayParts): number {
  const intervals = [...config.upstreams.values()]
    .map(({ introspection }) => introspection.refreshMs)
    .filter((interval) => interval > 0);
  return intervals.length === 0 ? 0 : Math.min(...intervals);
}
