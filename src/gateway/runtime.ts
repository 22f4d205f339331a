import type { ResolvedConfig } from '../config/resolve.ts';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { stableJson } from '../core/json.ts';
import type { Catalog } from '../core/tool.ts';
import { createResultMapper } from '../result/tool-result.ts';
import type { Upstream } from './call-tool.ts';
import { createErrorLog, type MismatchReport } from './error-log.ts';
import {
  createExecutor,
  exampleEndpoint,
  type ExecutorSource,
  type GatewayParts,
} from './executor.ts';
import { createSourcesMemory, type SourcesMemory } from './sources/last-good.ts';
import { createCatalogReader, type CatalogReader } from './read-catalog.ts';

/** Everything that is created from one version of the configuration. */
export interface Runtime {
  readonly parts: GatewayParts;
  readonly reader: CatalogReader;
  /** By name. */
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** Shared by successive runtimes, so that its counts continue. */
  readonly mismatches: MismatchReport;
  /** Shared by successive runtimes. */
  readonly memory: SourcesMemory;
  /** Closes all connections; running calls are aborted. */
  close(): Promise<void>;
}

/** Throws a `GatewayError` for an endpoint, header or file that cannot be used. */
export async function createRuntime(
  parts: GatewayParts,
  mismatches: MismatchReport,
  memory = createSourcesMemory(),
): Promise<Runtime> {
  const upstreams = await createUpstreams(parts, mismatches);
  const reader = createCatalogReader({ ...parts, memory });
  return {
    parts,
    reader,
    upstreams,
    mismatches,
    memory,
    async close() {
      await reader.close();
      await Promise.all([...upstreams.values()].map(({ executor }) => executor.close()));
    },
  };
}

/**
 * Reads the configuration again and creates its runtime; returns the current one if the options did
 * not change.
 *
 * Throws a `GatewayError` for an invalid configuration.
 */
export async function renewRuntime(current: Runtime): Promise<Runtime> {
  const { parts } = current;
  const next = await parts.readConfig?.();
  if (!next || stableJson(next.options) === stableJson(parts.options)) return current;
  return createRuntime({ ...parts, ...next }, current.mismatches, current.memory);
}

async function createUpstreams(
  { config, baseDir, env, log, source }: GatewayParts,
  mismatches: MismatchReport,
): Promise<ReadonlyMap<string, Upstream>> {
  const environment = new Map(Object.entries(env));
  const entries = [...config.upstreams.values()].map(async (upstream) => {
    const knowsCaller = receivesCaller(upstream, source);
    const { maxResultBytes } = config.limits;
    const executor = await createExecutor(
      upstream,
      source,
      baseDir,
      environment,
      log,
      maxResultBytes,
    );
    const results = createResultMapper({
      maxResultBytes,
      keepExtensions: upstream.keepExtensions,
      validateOutput: upstream.validateOutput,
      hosts: hostsOf(upstream),
      knowsCaller,
      onErrors: createErrorLog(log, knowsCaller),
      onMismatch: mismatches.add,
    });
    return [upstream.name, { executor, results }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Whether the upstream can identify the caller: in process, by code, or by forwarded headers. */
function receivesCaller(
  { endpoint, forwardHeaders }: ResolvedUpstream,
  { executor }: ExecutorSource,
): boolean {
  const isRemote = endpoint !== undefined && endpoint !== exampleEndpoint && !executor;
  return !isRemote || forwardHeaders.size > 0;
}

/** Upstream host names, which are removed from messages sent to clients. */
export function upstreamHosts({ upstreams }: ResolvedConfig): readonly string[] {
  return [...upstreams.values()].flatMap(hostsOf);
}

function hostsOf({ endpoint }: ResolvedUpstream): readonly string[] {
  const hostname = endpoint !== undefined && URL.canParse(endpoint) && new URL(endpoint).hostname;
  return hostname ? [hostname] : [];
}

/** The headers of callers that are forwarded, or bound to variables. */
export function usedHeaders(
  { upstreams }: ResolvedConfig,
  { tools }: Pick<Catalog, 'tools'>,
): readonly string[] {
  const forwarded = [...upstreams.values()].flatMap((upstream) => [
    ...upstream.forwardHeaders.keys(),
  ]);
  const bound = [...tools.values()].flatMap(({ operation }) => operation.bound);
  return [...forwarded, ...bound.flatMap(({ from, name }) => (from === 'header' ? [name] : []))];
}
