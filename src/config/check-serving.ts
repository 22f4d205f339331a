import { isIPv6 } from 'node:net';
import type { ConfigFinding } from './config-finding.ts';
import { isLoopbackHost } from './loopback.ts';
import type { AuthOptions, GatewayOptions, ServerOptions } from './options.ts';

/** Checks where and to whom the gateway is served. */
export function checkServing({ server = {}, auth = {} }: GatewayOptions): readonly ConfigFinding[] {
  return [
    ...checkHost(server),
    ...checkReach(server, auth),
    ...checkPaths(server),
    ...checkOrigins(server),
    ...checkTokens(auth),
  ];
}

/** A port, scheme or path beside the host makes a name that does not resolve. */
function checkHost({ host = '127.0.0.1' }: ServerOptions): readonly ConfigFinding[] {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(bare) || /^[A-Za-z0-9._-]+$/.test(host)) return [];
  return [
    {
      code: 'CONFIG_WRONG_VALUE',
      path: ['server', 'host'],
      message: '{} is neither a host name nor an IP address.',
      hint: 'Write the name or address alone; the port is "server.port".',
    },
  ];
}

function checkReach(
  { host = '127.0.0.1' }: ServerOptions,
  { required = false }: AuthOptions,
): readonly ConfigFinding[] {
  if (isLoopbackHost(host) || required) return [];
  return [
    {
      code: 'CONFIG_OPEN_TO_NETWORK',
      path: ['server', 'host'],
      message: `{} opens the gateway to the network at ${host}, and anybody may call every tool.`,
      hint: 'Give callers tokens and set auth.required, or put a proxy that checks them before it.',
    },
  ];
}

/** Paths the server answers itself. */
const reserved = new Set(['/health', '/messages', '/message']);

/** The MCP endpoint answers with and without a slash at its end. */
function checkPaths(server: ServerOptions): readonly ConfigFinding[] {
  const { path = '/mcp', ssePath = '/sse' } = server;
  const bare = path.replace(/\/$/, '');
  const taken = (option: string, message: string): ConfigFinding => ({
    code: 'CONFIG_PATH_TAKEN',
    path: ['server', option],
    message,
    hint: 'Choose another path.',
  });
  return [
    ...(reserved.has(bare)
      ? [taken('path', `{} is ${path}, which the gateway answers itself.`)]
      : []),
    ...(reserved.has(ssePath)
      ? [taken('ssePath', `{} is ${ssePath}, which the gateway answers itself.`)]
      : []),
    ...(bare === ssePath.replace(/\/$/, '')
      ? [taken('ssePath', '{} is the path of the MCP endpoint.')]
      : []),
  ];
}

/** An origin with a path or a slash at its end equals no `Origin` header. */
function checkOrigins({ allowedOrigins = [] }: ServerOptions): readonly ConfigFinding[] {
  return allowedOrigins.flatMap((given, index): readonly ConfigFinding[] => {
    const origin = URL.canParse(given) ? new URL(given).origin : undefined;
    if (given === '*' || origin === given) return [];
    return [
      {
        code: 'CONFIG_WRONG_ORIGIN',
        path: ['server', 'allowedOrigins', index],
        message: `{} is ${JSON.stringify(given)}, which no browser sends as an origin.`,
        hint:
          origin && origin !== 'null'
            ? `Write ${origin}.`
            : 'Write scheme, host and port, such as https://app.example or http://localhost:3000.',
      },
    ];
  });
}

function checkTokens({ required = false, tokens = [] }: AuthOptions): readonly ConfigFinding[] {
  const repeated = tokens.flatMap(({ token }, index): readonly ConfigFinding[] =>
    tokens.findIndex((other) => other.token === token) === index
      ? []
      : [
          {
            code: 'CONFIG_REPEATED_TOKEN',
            path: ['auth', 'tokens', index, 'token'],
            message: '{} is the token of another caller too.',
            hint: 'Give each caller a token of its own.',
          },
        ],
  );
  if (!required || tokens.length > 0) return repeated;
  return [
    {
      code: 'CONFIG_NO_TOKENS',
      path: ['auth', 'required'],
      message: '{} refuses every caller, for there are no tokens.',
      hint: 'Add tokens under auth.tokens.',
    },
  ];
}
