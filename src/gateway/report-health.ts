import { formatDiagnostic, type Diagnostic } from '../core/diagnostic.ts';
import type { Catalog } from '../core/tool.ts';
import { scrubMessage } from '../result/scrub.ts';
import type { HealthReport } from '../serve/health.ts';
import { upstreamHosts, type Runtime } from './runtime.ts';

export interface HealthSources {
  readonly catalog: Catalog;
  readonly runtime: Runtime;
  /** Why the newest sources are not served completely. */
  readonly problems: readonly Diagnostic[];
  readonly restartFor: readonly string[];
  /** Why changes of the sources may not be noticed. */
  readonly unwatched: string | undefined;
}

/** Writes the health report. */
export function reportHealth(sources: HealthSources): HealthReport {
  const { catalog, runtime, problems, restartFor, unwatched } = sources;
  const down = [...runtime.upstreams].filter(([, { executor }]) => executor.isDown?.());
  const mismatched = runtime.mismatches.namesIn(catalog);
  const faults = problems.length + restartFor.length + down.length + mismatched.length;
  const isOk = faults === 0 && unwatched === undefined;
  const { total: mismatches } = runtime.mismatches;
  return {
    status: isOk ? 'ok' : 'degraded',
    tools: catalog.tools.size,
    skipped: catalog.skippedCount,
    catalog: catalog.fingerprint,
    ...(problems.length > 0 && { lastError: lastErrorOf(problems, runtime) }),
    ...(restartFor.length > 0 && { restartFor }),
    ...(unwatched !== undefined && { unwatched }),
    ...(down.length > 0 && { down: down.map(([name]) => name) }),
    ...(mismatches > 0 && { mismatches }),
    // without authentication, names are for callers only
    ...(mismatched.length > 0 && !runtime.parts.config.auth.required && { mismatched }),
  };
}

/**
 * The problems as text. `/health` needs no authentication, so host names are removed, and the names of
 * files, types and fields too if all other requests must authenticate; the log has the full text.
 */
function lastErrorOf(problems: readonly Diagnostic[], { parts: { config } }: Runtime): string {
  if (!config.auth.required) {
    return scrubMessage(problems.map(formatDiagnostic).join('\n'), upstreamHosts(config));
  }
  const codes = new Set(problems.map(({ code }) => code));
  return `${[...codes].join(', ')}. The log contains the details.`;
}
