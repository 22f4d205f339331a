import { type Diagnostic, type Severity, gatewayError, type GatewayError } from '../core/diagnostic.ts';

/** The codes of what can be wrong with a configuration, and what each means. */
export const configCodes = {
  CONFIG_NOT_FOUND: 'There is no configuration file, or not the one asked for.',
  CONFIG_AMBIGUOUS: 'A folder has more than one configuration file.',
  CONFIG_UNREADABLE: 'The configuration file exists, but cannot be read.',
  CONFIG_TOO_LARGE: 'The configuration file is larger or nested more deeply than what is read.',
  CONFIG_ENCODING: 'The configuration file is not UTF-8 text.',
  CONFIG_SYNTAX: 'The configuration file is neither YAML nor JSON, or holds more than data.',
  CONFIG_REPEATED_KEY: 'A key stands twice in one object.',
  CONFIG_ENV_MISSING: 'An environment variable that a text refers to is not set.',
  CONFIG_ENV_EMPTY: 'An environment variable that a header is made of is set, but empty.',
  CONFIG_ENV_SYNTAX: 'A text looks like a reference to an environment variable, but is none.',
  CONFIG_UNKNOWN_OPTION: 'There is no such option.',
  CONFIG_MISSING_OPTION: 'An option that has no default is missing.',
  CONFIG_WRONG_VALUE: 'An option has a value it cannot have.',
  CONFIG_WRONG_NAME: 'A name, such as that of a header, has characters it cannot have.',
  CONFIG_NO_SCHEMA: 'Neither a schema nor an endpoint says which API is meant.',
  CONFIG_NO_ENDPOINT: 'An API that is to be called has no endpoint.',
  CONFIG_NO_UPSTREAM: 'A map of APIs is empty.',
  CONFIG_MIXED_UPSTREAMS: 'Options of the only API stand beside a map of several.',
  CONFIG_CREDENTIALS_IN_URL: 'The URL of an API holds a user name or a password.',
  CONFIG_FORBIDDEN_HEADER: 'A header is to be passed on that must never be.',
  CONFIG_SENSITIVE_HEADER: "The caller's credentials are passed on to the API.",
  CONFIG_TWO_BINDINGS: 'An argument takes its value from more than one place.',
  CONFIG_OPEN_TO_NETWORK: 'Anybody on the network may call every tool.',
  CONFIG_PATH_TAKEN: 'Two things are to be served on one path.',
  CONFIG_WRONG_ORIGIN: 'An allowed origin is nothing that a browser sends.',
  CONFIG_REPEATED_TOKEN: 'One token stands for two callers.',
  CONFIG_NO_TOKENS: 'Tokens are required, and there are none.',
} as const satisfies Readonly<Record<string, string>>;

/** Those that are told, but stop nothing. */
const warnings: ReadonlySet<ConfigCode> = new Set<ConfigCode>([
  'CONFIG_ENV_EMPTY',
  'CONFIG_SENSITIVE_HEADER',
  'CONFIG_OPEN_TO_NETWORK',
]);

/** How bad a finding with this code is: an error stops the start, a warning is told. */
export function severityOf(code: ConfigCode): Exclude<Severity, 'info'> {
  return warnings.has(code) ? 'warning' : 'error';
}

export type ConfigCode = keyof typeof configCodes;

/** Makes an error of one finding with one of this folder's codes. */
export function configError(
  code: ConfigCode,
  message: string,
  hint: string,
  rest: Pick<Diagnostic, 'place'> & ErrorOptions = {},
): GatewayError {
  return gatewayError(code, message, hint, rest);
}
