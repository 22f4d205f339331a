import type { ResolvedConfig } from '../config/resolve.ts';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { createResultMapper } from '../result/tool-result.ts';
import type { Answering } from './call-tool.ts';
import { createExecutor, exampleEndpoint, type ExecutorSource } from './create-executor.ts';
import type { DriftReport } from './drift-report.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { createErrorLog } from './error-log.ts';

/** Makes what answers the tools of every upstream, by name. */
export async function createAnswering(
  { config, baseDir, env, log, source }: GatewayParts,
  drift: DriftReport,
): Promise<ReadonlyMap<string, Answering>> {
  const environment = new Map(Object.entries(env));
  const entries = [...config.upstreams.values()].map(async (upstream) => {
    const isKnown = knowsCaller(upstream, source);
    const executor = await createExecutor(upstream, source, baseDir, environment, log);
    const results = createResultMapper({
      maxResultBytes: config.limits.maxResultBytes,
      keepExtensions: upstream.keepExtensions,
      validateOutput: upstream.validateOutput,
      hosts: hostsOf(upstream),
      knowsCaller: isKnown,
      onErrors: createErrorLog(log, isKnown),
      onMismatch: drift.note,
    });
    return [upstream.name, { executor, results }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Whether who calls may get through to what answers: in process, by code, or by passed-on headers. */
function knowsCaller(
  { endpoint, forwardHeaders }: ResolvedUpstream,
  { executor }: ExecutorSource,
): boolean {
  const isRemote = endpoint !== undefined && endpoint !== exampleEndpoint && !executor;
  return !isRemote || forwardHeaders.size > 0;
}

/** The hosts of all APIs, which nobody outside is told. */
export function hostsIn({ upstreams }: ResolvedConfig): readonly string[] {
  return [...upstreams.values()].flatMap(hostsOf);
}

/** The host that no message of the API may tell. */
function hostsOf({ endpoint }: ResolvedUpstream): readonly string[] {
  const hostname = endpoint !== undefined && URL.canParse(endpoint) && new URL(endpoint).hostname;
  return hostname ? [hostname] : [];
}
