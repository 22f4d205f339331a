import { isIPv6 } from 'node:net';
import type { Diagnostic } from '../core/diagnostic.ts';
import { checkAuth, type PassedByCode } from './check-auth.ts';
import { checkUpstream } from './check-upstream.ts';
import { configDiagnostic, type OptionDiagnostic } from './codes.ts';
import type { AuthOptions, GatewayOptions, ServerOptions } from './options.ts';
import { isLoopbackHost } from './resolve.ts';
import { upstreamOptionNames } from './schema.ts';
import type { ConfigSource } from './source.ts';

/**
 * Checks what the schema of single options cannot: combinations of options, and dangerous values.
 *
 * @returns errors and warnings.
 */
export function checkConfig(
  options: GatewayOptions,
  source: ConfigSource,
  code: PassedByCode,
): readonly Diagnostic[] {
  const { server = {}, auth = {} } = options;
  const diagnostics = [
    ...checkUpstreams(options, code),
    ...checkHost(server, auth),
    ...checkPath(server),
    ...checkWorkers(server),
    ...checkOrigins(server),
    ...checkAuth(auth, server, code),
  ];
  return diagnostics.map(({ code, path, message, hint }) => {
    const { label, place } = source.locate(path, 'key');
    return configDiagnostic(code, message.replace('{}', `"${label}"`), { hint, place });
  });
}

function checkUpstreams(
  { upstreams, ...options }: GatewayOptions,
  { executor: hasExecutor = false, authenticate = false }: PassedByCode,
): readonly OptionDiagnostic[] {
  const { required = false, tokens = [], issuers = [] } = options.auth ?? {};
  const hasTokens = authenticate || required || tokens.length > 0 || issuers.length > 0;
  const context = { hasExecutor, hasTokens };
  if (!upstreams) return checkUpstream(options, [], context);
  const named = Object.entries(upstreams);
  if (named.length === 0) {
    return [{ code: 'CONFIG_NO_UPSTREAM', path: ['upstreams'], message: '{} is empty.' }];
  }
  const misplaced = upstreamOptionNames.filter((name) => Object.hasOwn(options, name));
  return [
    ...misplaced.map((name): OptionDiagnostic => {
      const message = '{} is not allowed at the top level together with "upstreams".';
      return { code: 'CONFIG_MIXED_UPSTREAMS', path: [name], message };
    }),
    ...named.flatMap(([name, upstream]) => checkUpstream(upstream, ['upstreams', name], context)),
  ];
}

/** A host with a port, scheme or path would be a name that does not resolve. */
function checkHost(
  { host = '127.0.0.1' }: ServerOptions,
  { required = false }: AuthOptions,
): readonly OptionDiagnostic[] {
  const path = ['server', 'host'];
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (!isIPv6(address) && !/^[A-Za-z0-9._-]+$/.test(host)) {
    return [
      {
        code: 'CONFIG_WRONG_VALUE',
        path,
        message: '{} is neither a host name nor an IP address.',
        hint: 'Write the name or address alone; the port is "server.port".',
      },
    ];
  }
  if (isLoopbackHost(host) || required) return [];
  return [
    {
      code: 'CONFIG_OPEN_TO_NETWORK',
      path,
      message: `{} opens the gateway to the network at ${host}; anyone may call every tool.`,
    },
  ];
}

/** Paths of the server's other endpoints. */
const reservedPaths = new Set(['/health', '/messages', '/sse']);

/** The MCP endpoint is served with and without a trailing slash. */
function checkPath({ path = '/mcp' }: ServerOptions): readonly OptionDiagnostic[] {
  if (!reservedPaths.has(path.replace(/\/$/, ''))) return [];
  const message = `{} is ${path}, which is another endpoint of the gateway.`;
  return [{ code: 'CONFIG_PATH_TAKEN', path: ['server', 'path'], message }];
}

/** A message for a stream of HTTP+SSE may arrive at another process than its stream. */
function checkWorkers({ sse = false, workers = 1 }: ServerOptions): readonly OptionDiagnostic[] {
  if (!sse || workers === 1) return [];
  return [
    {
      code: 'CONFIG_WRONG_VALUE',
      path: ['server', 'sse'],
      message: '{} needs a single process, because its streams are state of one process.',
      hint: 'Set "server.workers" to 1, or remove "server.sse".',
    },
  ];
}

/** An origin with a path or a trailing slash never equals an `Origin` header. */
function checkOrigins({ allowedOrigins = [] }: ServerOptions): readonly OptionDiagnostic[] {
  return allowedOrigins.flatMap((allowed, index): readonly OptionDiagnostic[] => {
    const origin = URL.canParse(allowed) ? new URL(allowed).origin : undefined;
    if (allowed === '*' || origin === allowed) return [];
    return [
      {
        code: 'CONFIG_WRONG_ORIGIN',
        path: ['server', 'allowedOrigins', index],
        message: `{} is ${JSON.stringify(allowed)}, which is not an origin that browsers send.`,
        ...(origin && origin !== 'null' && { hint: `Write ${origin}.` }),
      },
    ];
  });
}
