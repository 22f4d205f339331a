import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { isSchema } from 'graphql';
import type { ResolvedServer } from '../config/resolve.ts';
import { sourceOfOptions } from '../config/source.ts';
import { configError } from '../config/codes.ts';
import { prepareOptions } from '../config/load.ts';
import { anonymous, irrevocableCall, noHeaders } from '../core/call.ts';
import { gatewayError } from '../core/diagnostic.ts';
import { didYouMean } from '../core/suggest.ts';
import type { Catalog } from '../core/tool.ts';
import { createCallLimits } from '../execute/call-limits.ts';
import { createMcp, type Mcp } from '../mcp/server.ts';
import { silentLog } from '../core/log.ts';
import { createAudit, type Audit } from '../observe/audit.ts';
import { createApp, type App } from '../serve/app.ts';
import { createRefusalLog } from '../serve/refusal-log.ts';
import { listen, type NodeServer } from '../serve/node.ts';
import { createCallTool } from './call-tool.ts';
import type { CreateGatewayOptions, Gateway } from './gateway.ts';
import type { GatewayParts } from './executor.ts';
import { createLiveAuthentication } from './live-authentication.ts';
import { createLiveCatalog } from './live-catalog.ts';
import { packageVersion } from './package-version.ts';
import { createReportBug } from './error-log.ts';
import { createResources } from './resources.ts';
import { usedHeaders } from './runtime.ts';

/** A gateway with the parts that only the command line uses. */
export interface WiredGateway extends Gateway {
  readonly app: App;
  readonly mcp: Mcp;
}

/**
 * Creates a gateway: reads the options and sources, compiles them, and connects the parts.
 *
 * Throws a `GatewayError` for invalid options, sources or endpoints; in strict mode also for any
 * operation that cannot become a tool.
 */
export async function createGateway(options: CreateGatewayOptions): Promise<Gateway> {
  const {
    executor,
    contextOf,
    authenticate,
    baseDir = '.',
    env = process.env,
    ...others
  } = options;
  const { log = silentLog, requestHeaders, ...written } = others;
  const schema = isSchema(written.schema) ? written.schema : undefined;
  const { schema: globs, ...withoutSchema } = written;
  const fileOptions =
    schema || globs === undefined ? withoutSchema : { ...withoutSchema, schema: globs };
  const prepared = prepareOptions(sourceOfOptions(fileOptions), env, {
    executor: executor !== undefined || schema !== undefined,
    authenticate: authenticate !== undefined,
  });
  return wireGateway({
    config: prepared.config,
    options: prepared.options,
    placeOf: prepared.placeOf,
    baseDir: resolve(baseDir),
    env,
    log,
    source: { executor, schema, contextOf, requestHeaders },
    authenticate,
    // only the command line watches; an embedder calls `reload`
    watch: false,
  });
}

/**
 * The current lists of hosts and origins. For another `host`, which applies only after a restart, the
 * defaults of these lists may be wider, so those of the start remain.
 */
function accessOf(started: ResolvedServer, current: ResolvedServer): ResolvedServer {
  return current.host === started.host ? current : started;
}

/** The scopes of the tools that clients are shown. */
function scopesOf({ tools }: Catalog): readonly string[] {
  return [...tools.values()].flatMap(({ hidden, scopes }) => (hidden ? [] : scopes));
}

/** Opens the audit log, if there is one; throws a `GatewayError` for a file that cannot be opened. */
function openAudit({ config: { audit }, baseDir, log }: GatewayParts): Audit | undefined {
  if (!audit) return undefined;
  const file = audit.file && resolve(baseDir, audit.file);
  const onFailure = (error: unknown): void => {
    log.error({ reason: (error as NodeJS.ErrnoException).code }, 'the audit log cannot be written');
  };
  try {
    return createAudit({ file, values: audit.values, now: () => new Date(), onFailure });
  } catch (error) {
    throw configError(
      'CONFIG_AUDIT_FILE',
      `The audit log ${JSON.stringify(audit.file)} cannot be opened (${(error as NodeJS.ErrnoException).code}).`,
      {},
    );
  }
}

/** Connects the parts of a gateway whose configuration has been read. */
export async function wireGateway(parts: GatewayParts): Promise<WiredGateway> {
  const { config, log } = parts;
  const audit = openAudit(parts);
  const live = await createLiveCatalog(parts).catch((error: unknown) => {
    audit?.close();
    throw error;
  });
  const limits = createCallLimits(config.limits);
  const callTool = createCallTool(() => live.runtime.upstreams, log, limits, audit);
  const reportBug = createReportBug(log);
  const mcp = createMcp({
    catalog: live.cell,
    callTool,
    info: { name: config.name, version: packageVersion() },
    instructions: config.instructions,
    toolsPageSize: config.limits.toolsPageSize,
    rules: () => live.config.auth,
    reportRefusal: (refusal) => audit?.refused(refusal),
    resources: config.resources ? createResources(() => live.served) : undefined,
    prompts: config.prompts.length > 0 ? { list: () => live.served.prompts } : undefined,
    reportBug,
  });
  const logRefusal = createRefusalLog(log);
  const authentication = createLiveAuthentication(() => live.config.auth, config.server, {
    environment: new Map(Object.entries(parts.env)),
    identify: parts.authenticate,
  });
  const app = createApp({
    mcp,
    authentication,
    toolScopes: () => scopesOf(live.cell.current),
    access: () => accessOf(config.server, live.config.server),
    server: config.server,
    maxBodyBytes: config.limits.maxBodyBytes,
    health: () => live.health(),
    usedHeaders: () => usedHeaders(live.runtime.parts.config, live.cell.current),
    newId: randomUUID,
    reportRefusal(cause, value) {
      logRefusal(cause, value);
      audit?.refused({ cause, ...(value && { value }) });
    },
    reportBug,
  });
  const servers: NodeServer[] = [];
  return {
    app,
    mcp,
    fetch: (request) => app.fetch(request),
    async listen() {
      const server = await listen(app, config.server);
      servers.push(server);
      return server;
    },
    get catalog() {
      return live.cell.current;
    },
    get diagnostics() {
      return live.diagnostics;
    },
    async call(name, args, context = {}) {
      const { tools } = live.cell.current;
      const tool = tools.get(name);
      if (!tool) {
        throw gatewayError(
          'TOOL_UNKNOWN',
          `There is no tool "${name}".${didYouMean(name, tools.keys())}`,
          tools.size > 0 ? `Tools are ${[...tools.keys()].join(', ')}.` : 'There are no tools.',
        );
      }
      const { caller = anonymous, headers = noHeaders, signal } = context;
      const call = signal ? { caller, headers, signal } : irrevocableCall(caller, headers);
      const { content, structured, isError } = await callTool(tool, args, call);
      return { content, structured, isError };
    },
    reload: () => live.reload(),
    async check(options = {}) {
      // loaded on demand: most gateways never check themselves
      const { checkTools } = await import('./check.ts');
      return await checkTools(live.served, live.runtime.parts, options);
    },
    onReload: (listener) => live.onReload(listener),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      app.endStreams();
      mcp.close();
      await authentication.close();
      await live.close();
      audit?.close();
    },
  };
}
