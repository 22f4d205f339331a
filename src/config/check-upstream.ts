import { checkHeaders } from './check-headers.ts';
import type { CheckContext, ConfigFinding } from './config-finding.ts';
import type { ConfigPath } from './config-source.ts';
import type { UpstreamOptions } from './options.ts';
import type { ParamOptions } from './tool-options.ts';

/** Checks the options of one upstream against one another; `at` is where they stand. */
export function checkUpstream(
  options: UpstreamOptions,
  at: ConfigPath,
  context: CheckContext & { readonly hasTokens: boolean },
): readonly ConfigFinding[] {
  return [
    ...checkSchemaSource(options, at, context),
    ...checkEndpoint(options, at),
    ...checkHeaders(options, at, context.hasTokens),
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
        path,
        message: '{} is not a URL that can be parsed.',
        hint: 'Check the host name and the port.',
      },
    ];
  }
  const { username, password, port } = new URL(endpoint);
  if (port === '0') {
    return [
      {
        code: 'CONFIG_WRONG_VALUE',
        path,
        message: '{} has port 0, on which nothing listens.',
        hint: 'Write the port of the API, or none.',
      },
    ];
  }
  if (username === '' && password === '') return [];
  return [
    {
      code: 'CONFIG_CREDENTIALS_IN_URL',
      path,
      message: '{} holds a user name or a password, and URLs end up in logs.',
      hint: 'Send it as a header: headers: { authorization: "${env:API_AUTHORIZATION}" }.',
    },
  ];
}

/** An argument can come from one place only. */
function checkBindings({ tools = {} }: UpstreamOptions, at: ConfigPath): readonly ConfigFinding[] {
  return Object.entries(tools).flatMap(([operation, { params = {} }]) =>
    Object.entries(params)
      .filter(([, param]) => bindingsOf(param).length > 1)
      .map(([variable, param]) => ({
        code: 'CONFIG_TWO_BINDINGS',
        path: [...at, 'tools', operation, 'params', variable],
        message: `{} takes its value from several places: ${bindingsOf(param).join(', ')}.`,
        hint: 'Keep one of them.',
      })),
  );
}

function bindingsOf(param: ParamOptions): readonly string[] {
  return (['fromClaim', 'fromHeader', 'fromEnv'] as const).filter((name) => param[name]);
}
