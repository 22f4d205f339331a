import type { ResolvedConfig } from '../config/resolve.ts';
import { createCell, type Cell } from '../core/cell.ts';
import { GatewayError, type Diagnostic } from '../core/diagnostic.ts';
import type { Log } from '../core/log.ts';
import type { Catalog } from '../core/tool.ts';
import type { HealthReport } from '../serve/health.ts';
import { createMismatchReport } from './error-log.ts';
import type { GatewayParts } from './executor.ts';
import { errorKey } from './sources/last-good.ts';
import { reportHealth } from './report-health.ts';
import type { ReadCatalog } from './read-catalog.ts';
import {
  allDiagnostics,
  checkStart,
  gatewayClosed,
  errorsOf,
  reloadFailed,
  runSerially,
  sectionsToRestartFor,
  type ReloadOutcome,
} from './reload.ts';
import { createRuntime, pathsToWatch, renewRuntime, type Runtime } from './runtime.ts';
import { isRefreshable, SchemaRefresh } from './schema-refresh.ts';
import { createWatcher, type Watcher } from './watch/watch.ts';

/** The catalog that is served, and its replacement. */
export interface LiveCatalog {
  readonly cell: Cell<Catalog>;
  /** All diagnostics about the sources as they were last read. */
  readonly diagnostics: readonly Diagnostic[];
  /** The sources of the served catalog. */
  readonly served: ReadCatalog;
  readonly runtime: Runtime;
  /** The newest valid configuration, even if the sources could not be read with it. */
  readonly config: ResolvedConfig;
  health(): HealthReport;
  reload(): Promise<ReloadOutcome>;
  /** Calls `listener` after every reload. @returns a function that removes it. */
  onReload(listener: (outcome: ReloadOutcome) => void): () => void;
  close(): Promise<void>;
}

/** Sources that were read again, and why newer ones could not be used. */
interface ReloadRead {
  readonly read: { readonly runtime: Runtime; readonly next: ReadCatalog } | undefined;
  readonly reasons: readonly Diagnostic[];
}

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
  readonly #refresh: SchemaRefresh;
  /** Whether the next reload introspects endpoints again; not set when a file changed. */
  #refreshDue = false;
  #runtime: Runtime;
  #served: ReadCatalog;
  #diagnostics: readonly Diagnostic[];
  /** Why the newest configuration, schemas or lock file are not used. */
  #refused: readonly Diagnostic[] = [];
  /** The errors of the current sources that the sources at start did not have. */
  #problems: readonly Diagnostic[] = [];
  /** The keys of the errors that have existed since the start. */
  #tolerated: ReadonlySet<string>;
  #stale: readonly Diagnostic[];
  #closed = false;
  #config: ResolvedConfig;

  constructor(runtime: Runtime, first: ReadCatalog, since: number) {
    const { parts } = runtime;
    this.#runtime = runtime;
    this.#config = parts.config;
    this.#started = parts;
    this.#log = parts.log;
    this.#served = first;
    this.#stale = first.stale;
    this.#refresh = new SchemaRefresh(parts, () => void this.reload());
    this.#refreshWhileStale();
    this.#diagnostics = allDiagnostics(first);
    this.#tolerated = new Set(errorsOf(first).map(errorKey));
    this.cell = createCell(first.catalog);
    runtime.mismatches.onNew((tool) => {
      if (isRefreshable(tool, this.#runtime.parts)) this.#refresh.request();
    });
    const run = runSerially(() => this.#reload());
    this.reload = () => {
      this.#refreshDue = true;
      return run();
    };
    if (parts.watch) {
      this.#watcher = createWatcher(
        () => void run(),
        (reason) => this.#log.error({ reason }, 'changes of the sources may not be noticed'),
      );
      this.#watcher.watch(pathsToWatch(parts, first), since);
    }
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

  get config(): ResolvedConfig {
    return this.#config;
  }

  health(): HealthReport {
    return reportHealth({
      catalog: this.cell.current,
      runtime: this.#runtime,
      problems: [...this.#refused, ...this.#problems, ...this.#stale.filter(isWarning)],
      restartFor: this.#restartFor(),
      unwatched: this.#watcher?.problem,
    });
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
    this.#refresh.close();
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
      this.#log.error(
        { reasons: outcome.reasons },
        'new sources cannot be used, the last valid ones apply',
      );
    }
    for (const listener of this.#listeners) listener(outcome);
    return outcome;
  }

  async #tryReload(): Promise<ReloadOutcome> {
    const refresh = this.#refreshDue;
    this.#refreshDue = false;
    if (refresh) this.#refresh.started();
    const since = Date.now();
    const { read, reasons } = await this.#read(refresh);
    // after `close` nothing may be started any more
    if (this.#closed) {
      if (read && read.runtime !== this.#runtime) await read.runtime.close();
      return { ok: false, reasons: [gatewayClosed] };
    }
    this.#refused = reasons;
    if (!read) return { ok: false, reasons };
    const { next, runtime } = read;
    this.#stale = next.stale;
    this.#refreshWhileStale();
    this.#watcher?.watch(pathsToWatch(runtime.parts, next), since);
    this.#diagnostics = allDiagnostics(next);
    const changed = this.#accept(runtime, next);
    return reasons.length > 0
      ? { ok: false, reasons }
      : { ok: true, changed, catalog: next.catalog };
  }

  /**
   * Reads the sources with the newest configuration; with the last one if the newest cannot be used,
   * so that removed operations are withdrawn in any case.
   */
  async #read(refresh: boolean): Promise<ReloadRead> {
    const reasons: Diagnostic[] = [];
    const before = this.#runtime;
    for (const open of [() => renewRuntime(before), () => before]) {
      let runtime: Runtime | undefined;
      try {
        runtime = await open();
        if (runtime !== before) this.#config = runtime.parts.config;
        return { read: { runtime, next: await runtime.reader.read(refresh) }, reasons };
      } catch (error) {
        reasons.push(...this.#reasonsOf(error));
        if (runtime === before) break;
        await runtime?.close();
      }
    }
    return { read: undefined, reasons };
  }

  #reasonsOf(error: unknown): readonly Diagnostic[] {
    if (error instanceof GatewayError) return error.diagnostics;
    this.#log.error({ error: String(error) }, 'internal error while reloading');
    return [reloadFailed];
  }

  /** Introspects again until an API that was down responds. */
  #refreshWhileStale(): void {
    for (const { message } of this.#stale) this.#log.warn({ reason: message }, 'the schema is old');
    if (this.#stale.length > 0) this.#refresh.request();
  }

  /** Returns whether clients see a change. */
  #accept(runtime: Runtime, next: ReadCatalog): boolean {
    if (runtime !== this.#runtime) this.#replaceRuntime(runtime);
    const before = this.cell.current;
    this.#reportProblems(next, before);
    this.#served = next;
    this.cell.set(next.catalog);
    return next.catalog.fingerprint !== before.fingerprint;
  }

  /** Logs new errors, and the tools that are not served any more, once. */
  #reportProblems(next: ReadCatalog, { tools }: Catalog): void {
    const errors = errorsOf(next);
    const keys = new Set(errors.map(errorKey));
    this.#tolerated = new Set([...this.#tolerated].filter((key) => keys.has(key)));
    const known = new Set(this.#problems.map(errorKey));
    this.#problems = errors.filter((error) => !this.#tolerated.has(errorKey(error)));
    const reasons = this.#problems.filter((error) => !known.has(errorKey(error)));
    const removed = [...tools.keys()].filter((name) => !next.catalog.tools.has(name));
    if (reasons.length === 0 && removed.length === 0) return;
    if (reasons.length > 0) this.#log.error({ reasons, removed }, 'some sources are not valid');
    else this.#log.info({ removed }, 'tools are not served any more');
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

/** The errors among outdated sources are listed with the other errors. */
function isWarning({ severity }: Diagnostic): boolean {
  return severity !== 'error';
}
