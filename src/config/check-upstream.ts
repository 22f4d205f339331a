import type { CheckContext, ConfigFinding } from './config-finding.ts';
import type { ConfigPath } from './config-source.ts';
import type { ParamOptions, UpstreamOptions } from './options.ts';

/** Checks the options of one upstream against one another; `at` is where they stand. */
export function checkUpstream(
  options: UpstreamOptions,
  at: ConfigPath,
  context: CheckContext & { readonly hasTokens: boolean },
): readonly ConfigFinding[] {
  return [
    ...checkSchemaSource(options, at, context),
    ...checkEndpoint(options, at),
    ...checkForwarded(options, at, context.hasTokens),
    ...checkBindings(options, at),
  ];
}

function checkSchemaSource(
  { schema, endpoint }: UpstreamOptions,
  at: ConfigPath,
  { hasExecutor }: CheckContext,
): readonly ConfigFinding[] {
  if (schema !== undefined || endpoint !== undefined || hasExecutor) return [];
  return [
    {
      code: 'CONFIG_NO_SCHEMA',
      severity: 'error',
      path: at,
      message:
        at.length === 0
          ? 'Neither "schema" nor "endpoint" says which GraphQL API to serve.'
          : '{} has neither "schema" nor "endpoint".',
      hint: 'Give the URL of the API as "endpoint", or the SDL files as "schema".',
    },
  ];
}

function checkEndpoint({ endpoint }: UpstreamOptions, at: ConfigPath): readonly ConfigFinding[] {
  if (endpoint === undefined || endpoint === 'example:films') return [];
  const path = [...at, 'endpoint'];
  if (!URL.canParse(endpoint)) {
    return [
      {
        code: 'CONFIG_WRONG_VALUE',
        severity: 'error',
        path,
        message: '{} is not a URL that can be parsed.',
        hint: 'Check the host name and the port.',
      },
    ];
  }
  const { username, password } = new URL(endpoint);
  if (username === '' && password === '') return [];
  return [
    {
      code: 'CONFIG_CREDENTIALS_IN_URL',
      severity: 'error',
      path,
      message: '{} holds a user name or a password, and URLs end up in logs.',
      hint: 'Send it as a header: headers: { authorization: "${env:API_AUTHORIZATION}" }.',
    },
  ];
}

/** Headers that belong to one connection (RFC 9110 section 7.6.1), and those that are never sent. */
const neverForwarded = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that carry what lets somebody in. */
const sensitive = new Set(['authorization', 'x-api-key', 'x-auth-token', 'api-key']);

function checkForwarded(
  { forwardHeaders = {} }: UpstreamOptions,
  at: ConfigPath,
  hasTokens: boolean,
): readonly ConfigFinding[] {
  return Object.keys(forwardHeaders).flatMap((name): readonly ConfigFinding[] => {
    const path = [...at, 'forwardHeaders', name];
    const header = name.toLowerCase();
    if (neverForwarded.has(header) || header.startsWith('mcp-')) return [forbidden(path)];
    // with tokens of its own, the gateway's token is what callers send here
    if (header === 'authorization' && hasTokens) return [ownToken(path)];
    return sensitive.has(header) ? [passedOn(path)] : [];
  });
}

function forbidden(path: ConfigPath): ConfigFinding {
  return {
    code: 'CONFIG_FORBIDDEN_HEADER',
    severity: 'error',
    path,
    message: '{} cannot be passed on: it belongs to the connection between client and gateway.',
    hint: 'Remove it; what the API needs can be set under "headers".',
  };
}

function ownToken(path: ConfigPath): ConfigFinding {
  return {
    code: 'CONFIG_FORBIDDEN_HEADER',
    severity: 'error',
    path,
    message: '{} would send the token that opens the gateway ("auth.tokens") to the API.',
    hint: 'Let callers send their token for the API in a header of another name, and map that one.',
  };
}

function passedOn(path: ConfigPath): ConfigFinding {
  return {
    code: 'CONFIG_SENSITIVE_HEADER',
    severity: 'warning',
    path,
    message: "{} passes the caller's credentials on to the API.",
    hint: 'Keep it only if callers sign in to this very API.',
  };
}

/** An argument can come from one place only. */
function checkBindings({ tools = {} }: UpstreamOptions, at: ConfigPath): readonly ConfigFinding[] {
  return Object.entries(tools).flatMap(([operation, { params = {} }]) =>
    Object.entries(params)
      .filter(([, param]) => bindingsOf(param).length > 1)
      .map(([variable, param]) => ({
        code: 'CONFIG_TWO_BINDINGS',
        severity: 'error',
        path: [...at, 'tools', operation, 'params', variable],
        message: `{} takes its value from several places: ${bindingsOf(param).join(', ')}.`,
        hint: 'Keep one of them.',
      })),
  );
}

function bindingsOf(param: ParamOptions): readonly string[] {
  return (['fromClaim', 'fromHeader', 'fromEnv'] as const).filter((name) => param[name]);
}
