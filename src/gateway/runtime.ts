import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ResolvedConfig } from '../config/resolve.ts';
import type { ResolvedUpstream } from '../config/resolve-upstream.ts';
import { referencesIn } from '../config/rules/template.ts';
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
import { createCatalogReader, type CatalogReader, type ReadCatalog } from './read-catalog.ts';

/** Everything that is created from one version of the configuration. */
export interface Runtime {
  readonly parts: GatewayParts;
  readonly reader: CatalogReader;
  /** By name. */
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** The texts of the certificate files. */
  readonly certificates: string;
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
  const certificates = await readCertificates(parts);
  const upstreams = await createUpstreams(parts, mismatches);
  const reader = createCatalogReader({ ...parts, memory });
  return {
    parts,
    reader,
    upstreams,
    certificates,
    mismatches,
    memory,
    async close() {
      await reader.close();
      await Promise.all([...upstreams.values()].map(({ executor }) => executor.close()));
    },
  };
}

/**
 * Reads the configuration again and creates its runtime; returns the current one if neither the
 * options nor the certificates changed.
 *
 * Throws a `GatewayError` for an invalid configuration.
 */
export async function renewRuntime(current: Runtime): Promise<Runtime> {
  const { parts } = current;
  const next = await parts.readConfig?.();
  const renewed = { ...parts, ...next };
  const isSame =
    stableJson(renewed.options) === stableJson(parts.options) &&
    (await readCertificates(renewed)) === current.certificates;
  return isSame ? current : createRuntime(renewed, current.mismatches, current.memory);
}

/** Returns the files and folders whose changes may change the catalog or the connections. */
export function pathsToWatch(parts: GatewayParts, { watchPaths }: ReadCatalog) {
  const { configFile, config, baseDir } = parts;
  return [
    ...watchPaths,
    ...certificateFilesOf(parts),
    ...(config.locked ? [resolve(baseDir, config.lockFile)] : []),
    ...(configFile === undefined ? [] : [configFile]),
  ];
}

/** Returns the absolute paths of the files of `http.caFile`. */
function certificateFilesOf({ config, baseDir }: GatewayParts): readonly string[] {
  return [...config.upstreams.values()].flatMap(({ http: { caFile } }) =>
    caFile === undefined ? [] : [resolve(baseDir, caFile)],
  );
}

/** A missing file is reported when its connections are created. */
async function readCertificates(parts: GatewayParts): Promise<string> {
  const files = certificateFilesOf(parts);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return JSON.stringify(texts);
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
      errors: upstream.errors,
      validateOutput: upstream.validateOutput,
      hosts: hostsOf(upstream),
      knowsCaller,
      onErrors: createErrorLog(log, knowsCaller),
      onMismatch: mismatches.add,
      onSuccess: mismatches.end,
    });
    return [upstream.name, { executor, results }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Whether the upstream can identify the caller: in process, by code, by headers or by a token. */
function receivesCaller(
  { endpoint, forwardHeaders, callerHeaders, accessToken }: ResolvedUpstream,
  { executor, requestHeaders }: ExecutorSource,
): boolean {
  const isRemote = endpoint !== undefined && endpoint !== exampleEndpoint && !executor;
  const isSent = forwardHeaders.size > 0 || callerHeaders.size > 0 || Boolean(requestHeaders);
  return !isRemote || isSent || (accessToken !== undefined && !accessToken.clientCredentials);
}

/** Upstream host names, which are removed from messages sent to clients. */
export function upstreamHosts({ upstreams }: ResolvedConfig): readonly string[] {
  return [...upstreams.values()].flatMap(hostsOf);
}

function hostsOf({ endpoint }: ResolvedUpstream): readonly string[] {
  const hostname = endpoint !== undefined && URL.canParse(endpoint) && new URL(endpoint).hostname;
  return hostname ? [hostname] : [];
}

/** The headers of callers that are forwarded, sent in other headers, or bound to variables. */
export function usedHeaders(
  { upstreams }: ResolvedConfig,
  { tools }: Pick<Catalog, 'tools'>,
): readonly string[] {
  const sent = [...upstreams.values()].flatMap(({ forwardHeaders, callerHeaders }) => [
    ...[...forwardHeaders.keys()].map((name) => ({ from: 'header', name })),
    ...[...callerHeaders.values()].flatMap(referencesIn),
  ]);
  const bound = [...tools.values()].flatMap(({ operation }) => operation.bound);
  return [...sent, ...bound].flatMap(({ from, name }) => (from === 'header' ? [name] : []));
}
