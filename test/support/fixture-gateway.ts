import { createAuthenticator } from '../../src/auth/authenticator.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { AuthOptions, ServerOptions } from '../../src/config/options.ts';
import { createCell, type Cell } from '../../src/core/cell.ts';
import type { Catalog } from '../../src/core/tool.ts';
import { createMcp, type Mcp } from '../../src/mcp/server.ts';
import type { McpOptions } from '../../src/mcp/context.ts';
import { createApp, type App } from '../../src/serve/app.ts';
import { createFixtureCall, type SlowCalls } from './fixture-call.ts';
import { fixtureCatalog } from './fixture-catalog.ts';

export interface FixtureOptions {
  readonly server?: ServerOptions;
  readonly auth?: AuthOptions;
  readonly mcp?: Partial<McpOptions>;
  readonly catalog?: Catalog;
  readonly maxBodyBytes?: number;
  readonly maxStreamAgeMs?: number;
}

/** A gateway whose tools are made by hand. */
export interface FixtureGateway {
  readonly app: App;
  readonly mcp: Mcp;
  readonly catalog: Cell<Catalog>;
  readonly slow: SlowCalls;
  /** What was reported as a bug, in order; the reference is `bug-<index>`. */
  readonly bugs: readonly unknown[];
}

export function createFixtureGateway(options: FixtureOptions = {}): FixtureGateway {
  const config = resolveConfig({ server: options.server ?? {}, auth: options.auth ?? {} });
  const catalog = createCell(options.catalog ?? fixtureCatalog());
  const { callTool, slow } = createFixtureCall();
  const bugs: unknown[] = [];
  const reportBug = (error: unknown): string => `bug-${bugs.push(error) - 1}`;
  const mcp = createMcp({
    catalog,
    callTool,
    info: { name: 'gw', version: '1.0.0' },
    toolsPageSize: 500,
    // without authentication, transcripts show every tool
    rules: () => (options.auth ? config.auth : { required: false, openDiscovery: true }),
    reportBug,
    ...options.mcp,
  });
  const app = createApp({
    mcp,
    authentication: createAuthenticator(config.auth, config.server),
    toolScopes: () => [...catalog.current.tools.values()].flatMap(({ scopes }) => scopes),
    server: config.server,
    maxBodyBytes: options.maxBodyBytes ?? config.limits.maxBodyBytes,
    ...(options.maxStreamAgeMs && { maxStreamAgeMs: options.maxStreamAgeMs }),
    health: () => ({
      status: 'ok',
      tools: catalog.current.tools.size,
      skipped: 0,
      catalog: catalog.current.fingerprint,
    }),
    newId: () => crypto.randomUUID(),
    reportBug,
  });
  return { app, mcp, catalog, slow, bugs };
}
