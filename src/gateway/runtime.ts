import { stableJson } from '../core/json.ts';
import type { Answering } from './call-tool.ts';
import { createAnswering } from './create-answering.ts';
import type { DriftReport } from './drift-report.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { createCatalogReader, type CatalogReader } from './read-catalog.ts';

/** What one configuration makes: what reads the tools, and what answers them. */
export interface Runtime {
  readonly parts: GatewayParts;
  readonly reader: CatalogReader;
  readonly answering: ReadonlyMap<string, Answering>;
  /** Outlives the runtime, for its counts go on. */
  readonly drift: DriftReport;
  /** Ends connections; running calls are aborted. */
  close(): Promise<void>;
}

/** Throws a `GatewayError` for an endpoint, header or file that cannot be used. */
export async function createRuntime(parts: GatewayParts, drift: DriftReport): Promise<Runtime> {
  const answering = await createAnswering(parts, drift);
  const reader = createCatalogReader(parts);
  return {
    parts,
    reader,
    answering,
    drift,
    async close() {
      await reader.close();
      await Promise.all([...answering.values()].map(({ executor }) => executor.close()));
    },
  };
}

/**
 * The runtime of the configuration as it is now: the same one when it says what it said before.
 *
 * Throws a `GatewayError` for a configuration that is wrong.
 */
export async function renewRuntime(current: Runtime): Promise<Runtime> {
  const { parts } = current;
  const next = await parts.readConfig?.();
  if (!next || stableJson(next.options) === stableJson(parts.options)) return current;
  return createRuntime({ ...parts, ...next }, current.drift);
}

/** Sections of the configuration that are read at a start alone. */
export const sectionsReadAtStart = [
  'name',
  'instructions',
  'server',
  'auth',
  'limits',
  'resources',
  'logLevel',
] as const;

/** Names the sections that differ, though only a restart makes them count. */
export function sectionsToRestartFor(before: GatewayParts, after: GatewayParts): readonly string[] {
  return sectionsReadAtStart.filter(
    (name) => stableJson(before.options[name]) !== stableJson(after.options[name]),
  );
}
