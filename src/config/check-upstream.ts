import type { JsonPath } from '../core/paths.ts';
import { checkAccessToken } from './check-auth.ts';
import type { OptionDiagnostic } from './codes.ts';
import {
  bindingOptions,
  carriesCredentials,
  findForbiddenBinding,
  isForwardable,
  isSendable,
} from './rules/header-rules.ts';
import { parseTemplate, referencesIn } from './rules/template.ts';
import type { UpstreamOptions } from './upstream-options.ts';

/** Facts outside the upstream that its options depend on. */
interface CheckContext {
  readonly hasExecutor: boolean;
  /** Whether the gateway authenticates callers. */
  readonly hasTokens: boolean;
}

/** Checks the options of one upstream against each other; `at` is its path. */
export function checkUpstream(
  options: UpstreamOptions,
  at: JsonPath,
  { hasExecutor, hasTokens }: CheckContext,
): readonly OptionDiagnostic[] {
  const { headers = {}, introspection = {} } = options;
  return [
    ...(hasExecutor ? [] : checkSchemaSource(options, at)),
    ...checkEndpoint(options, at),
    ...checkHeaders(headers, [...at, 'headers']),
    ...checkCallerHeaders(headers, [...at, 'headers'], hasTokens),
    ...checkHeaders(introspection.headers ?? {}, [...at, 'introspection', 'headers']),
    ...checkAccessToken(options, at, hasTokens),
    ...checkForwardHeaders(options, at, hasTokens),
    ...checkBindings(options, at, hasTokens),
    ...checkErrors(options, at),
  ];
}

function checkSchemaSource(
  { schema, endpoint }: UpstreamOptions,
  path: JsonPath,
): readonly OptionDiagnostic[] {
  if (schema !== undefined || endpoint !== undefined) return [];
  const subject = path.length === 0 ? 'The configuration' : '{}';
  const message = `${subject} has neither "schema" nor "endpoint".`;
  return [{ code: 'CONFIG_NO_SCHEMA', path, message }];
}

function checkEndpoint({ endpoint }: UpstreamOptions, at: JsonPath): readonly OptionDiagnostic[] {
  if (endpoint === undefined || endpoint === 'example:films') return [];
  const path = [...at, 'endpoint'];
  if (!URL.canParse(endpoint)) {
    const hint = 'Check the host name and the port.';
    return [{ code: 'CONFIG_WRONG_VALUE', path, message: '{} is not a valid URL.', hint }];
  }
  const { username, password, port } = new URL(endpoint);
  if (port === '0') {
    const hint = 'Write the port of the API, or none.';
    return [{ code: 'CONFIG_WRONG_VALUE', path, message: '{} has the port 0.', hint }];
  }
  if (username === '' && password === '') return [];
  const message = '{} contains a user name or a password, and URLs appear in logs.';
  return [{ code: 'CONFIG_CREDENTIALS_IN_URL', path, message }];
}

function checkHeaders(
  headers: { readonly [name: string]: string },
  at: JsonPath,
): readonly OptionDiagnostic[] {
  const names = Object.keys(headers);
  const lowerCase = names.map((name) => name.toLowerCase());
  return names.flatMap((name, index): readonly OptionDiagnostic[] => {
    const path = [...at, name];
    const header = name.toLowerCase();
    const first = lowerCase.indexOf(header);
    if (first < index) {
      const message = `{} is the same header as "${names[first]}": names ignore case.`;
      return [{ code: 'CONFIG_REPEATED_KEY', path, message }];
    }
    if (isSendable(header)) return [];
    const message =
      '{} cannot be set: it belongs to the connection, or the gateway sets it itself.';
    return [{ code: 'CONFIG_FORBIDDEN_HEADER', path, message }];
  });
}

/** The gateway's own token must not be sent, as with `forwardHeaders`. */
function checkCallerHeaders(
  headers: { readonly [name: string]: string },
  at: JsonPath,
  hasTokens: boolean,
): readonly OptionDiagnostic[] {
  return Object.entries(headers).flatMap(([name, value]): readonly OptionDiagnostic[] => {
    const path = [...at, name];
    const secret = referencesIn(parseTemplate(value)).find(
      (part) => part.from === 'header' && carriesCredentials(part.name),
    );
    if (!secret) return [];
    return [
      hasTokens
        ? {
            code: 'CONFIG_FORBIDDEN_HEADER',
            path,
            message: `{} would send the header "${secret.name}", in which callers send credentials to the gateway.`,
            hint: 'Let callers send their token for the API in another header, and refer to that one.',
          }
        : {
            code: 'CONFIG_SENSITIVE_HEADER',
            path,
            message: `{} sends the caller's credentials (header "${secret.name}") to the API.`,
          },
    ];
  });
}

function checkForwardHeaders(
  { forwardHeaders = {} }: UpstreamOptions,
  at: JsonPath,
  hasTokens: boolean,
): readonly OptionDiagnostic[] {
  return Object.entries(forwardHeaders).flatMap(([name, target]): readonly OptionDiagnostic[] => {
    const path = [...at, 'forwardHeaders', name];
    const header = name.toLowerCase();
    if (!isForwardable(header) || !isForwardable(target.toLowerCase())) {
      return [
        {
          code: 'CONFIG_FORBIDDEN_HEADER',
          path,
          message:
            '{} cannot be forwarded: it belongs to the connection between client and gateway.',
          hint: 'Remove it; set headers that the API needs under "headers".',
        },
      ];
    }
    // callers send the gateway's own token in this header
    if (header === 'authorization' && hasTokens) {
      return [
        {
          code: 'CONFIG_FORBIDDEN_HEADER',
          path,
          message: '{} would send the tokens of the gateway ("auth.tokens") to the API.',
          hint: 'Let callers send their token for the API in another header, and forward that one.',
        },
      ];
    }
    if (!carriesCredentials(header)) return [];
    const message = "{} forwards the caller's credentials to the API.";
    return [{ code: 'CONFIG_SENSITIVE_HEADER', path, message }];
  });
}

/** A rule without a condition would apply to every error. */
function checkErrors({ errors = [] }: UpstreamOptions, at: JsonPath): readonly OptionDiagnostic[] {
  return errors.flatMap(({ code, message }, index): readonly OptionDiagnostic[] => {
    if (code || message) return [];
    const path = [...at, 'errors', index];
    const hint = 'Write the code or the message of the errors that it classifies.';
    return [
      { code: 'CONFIG_WRONG_VALUE', path, message: '{} has neither "code" nor "message".', hint },
    ];
  });
}

/** An argument can have one source only, and not every source is allowed. */
function checkBindings(
  { tools = {}, bindableEnvironment = [] }: UpstreamOptions,
  at: JsonPath,
  authenticatesCallers: boolean,
): readonly OptionDiagnostic[] {
  const rules = { authenticatesCallers, bindableEnvironment };
  return Object.entries(tools).flatMap(([operation, { params = {} }]) =>
    Object.entries(params).flatMap(([variable, param]): readonly OptionDiagnostic[] => {
      const path = [...at, 'tools', operation, 'params', variable];
      const bindings = bindingOptions.filter((name) => param[name]);
      if (bindings.length > 1) {
        const message = `{} takes its value from several sources: ${bindings.join(', ')}.`;
        return [{ code: 'CONFIG_TWO_BINDINGS', path, message }];
      }
      const fault = findForbiddenBinding(param, rules);
      if (!fault) return [];
      const { option, predicate, hint } = fault;
      return [
        {
          code: 'CONFIG_FORBIDDEN_BINDING',
          path: [...path, option],
          message: `{} ${predicate}.`,
          hint,
        },
      ];
    }),
  );
}
