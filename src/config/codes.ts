import { diagnosticsOf, errorsOf, type DiagnosticCode } from '../core/diagnostic.ts';
import type { JsonPath } from '../core/paths.ts';

/** The codes of diagnostics about a configuration. */
export const configCodes = {
  CONFIG_NOT_FOUND: {
    meaning: 'The configuration file does not exist.',
    advice: 'Check the path given as --config or in GRAPHQL_MCP_CONFIG.',
  },
  CONFIG_AMBIGUOUS: {
    meaning: 'A folder has more than one configuration file.',
    advice: 'Keep one, or name one with --config.',
  },
  CONFIG_UNREADABLE: {
    meaning: 'The configuration file exists, but cannot be read.',
    advice: 'Check the permissions of the file.',
  },
  CONFIG_ENCODING: {
    meaning: 'The configuration file is not UTF-8 text.',
    advice: 'Save the file as UTF-8.',
  },
  CONFIG_SYNTAX: {
    meaning: 'The configuration file is neither YAML nor JSON, or holds more than data.',
    advice: 'Check the indentation, brackets and quotes.',
  },
  CONFIG_REPEATED_KEY: {
    meaning: 'A key occurs twice in one object.',
    advice: 'Keep one of the two.',
  },
  CONFIG_ENV_MISSING: {
    meaning: 'A referenced environment variable is not set.',
    advice: 'Set the variable, or write a fallback: ${env:NAME:-value}.',
  },
  CONFIG_ENV_EMPTY: {
    severity: 'warning',
    meaning: 'An environment variable used in a header is empty.',
    advice: 'Set the variable, or write ${env:NAME:-} if it may be empty.',
  },
  CONFIG_ENV_SYNTAX: {
    meaning: 'A text resembles a reference to an environment variable, but is none.',
    advice: 'Write ${env:NAME} or ${env:NAME:-fallback}; a fallback has no braces.',
  },
  CONFIG_UNKNOWN_OPTION: {
    meaning: 'The option does not exist.',
    advice: 'Remove it, or correct its name.',
  },
  CONFIG_MISSING_OPTION: {
    meaning: 'A required option is missing.',
    advice: 'Add it.',
  },
  CONFIG_WRONG_VALUE: {
    meaning: 'The value of an option is not allowed.',
    advice: 'See docs/configuration.md.',
  },
  CONFIG_WRONG_NAME: {
    meaning: 'A name, such as that of a header, contains characters that are not allowed.',
    advice: 'Correct the name.',
  },
  CONFIG_NO_SCHEMA: {
    meaning: 'An API has neither a schema nor an endpoint.',
    advice: 'Set "endpoint" to the URL of the API, or "schema" to its SDL files.',
  },
  CONFIG_NO_ENDPOINT: {
    meaning: 'An API that is to be called has no endpoint.',
    advice: 'Set "endpoint" to the URL of the API, or pass --endpoint.',
  },
  CONFIG_NO_UPSTREAM: {
    meaning: 'The map of APIs is empty.',
    advice:
      'Add an API by name, or remove "upstreams" and set "schema" and "endpoint" at the top level.',
  },
  CONFIG_MIXED_UPSTREAMS: {
    meaning: 'Options of a single API are set at the top level although `upstreams` is set.',
    advice: 'Move the option to one of the upstreams.',
  },
  CONFIG_CREDENTIALS_IN_URL: {
    meaning: 'The URL of an API contains a user name or a password.',
    advice: 'Send it as a header: headers: { authorization: "${env:API_AUTHORIZATION}" }.',
  },
  CONFIG_FORBIDDEN_HEADER: {
    meaning: 'A header that must not be set or forwarded is configured.',
    advice: 'Remove it.',
  },
  CONFIG_SENSITIVE_HEADER: {
    severity: 'warning',
    meaning: "The caller's credentials are forwarded to the API.",
    advice: 'Keep this only if callers have credentials for this API.',
  },
  CONFIG_TWO_BINDINGS: {
    meaning: 'An argument takes its value from more than one source.',
    advice: 'Keep one of them.',
  },
  CONFIG_FORBIDDEN_BINDING: {
    meaning:
      'A variable is bound to a header with credentials of callers, or to an environment variable that `bindableEnvironment` does not list.',
    advice: 'Bind another header or a claim, or list the environment variable.',
  },
  CONFIG_OPEN_TO_NETWORK: {
    severity: 'warning',
    meaning: 'Anyone on the network may call every tool.',
    advice:
      'Set auth.required with auth.issuers or auth.tokens, or put an authenticating proxy in front of the gateway.',
  },
  CONFIG_PATH_TAKEN: {
    meaning: 'Two endpoints have the same path.',
    advice: 'Choose another path.',
  },
  CONFIG_WRONG_ORIGIN: {
    meaning: 'An allowed origin is not an origin that browsers send.',
    advice: 'Write scheme, host and port, such as https://app.example or http://localhost:3000.',
  },
  CONFIG_REPEATED_TOKEN: {
    meaning: 'Two callers have the same token.',
    advice: 'Give each caller a different token.',
  },
  CONFIG_NO_TOKENS: {
    meaning: 'Tokens are required, but none can be valid.',
    advice: 'Add an authorization server under auth.issuers, or tokens under auth.tokens.',
  },
  CONFIG_NO_PUBLIC_URL: {
    meaning: 'Authorization servers are configured, but not the public URL of the gateway.',
    advice:
      'Set server.publicUrl to the URL of the MCP endpoint as clients write it: tokens and clients must agree on it.',
  },
  CONFIG_REPEATED_ISSUER: {
    meaning: 'Two entries of auth.issuers have the same issuer.',
    advice: 'Keep one of them; "audience" may be a list.',
  },
  CONFIG_SEVERAL_INTROSPECTIONS: {
    meaning: 'More than one authorization server would be asked about opaque tokens.',
    advice: 'Keep the introspection of the server that issues opaque tokens.',
  },
  CONFIG_AUDIT_FILE: {
    meaning: 'The file of the audit log cannot be opened.',
    advice: 'Create its folder, and let the process write to it.',
  },
  CONFIG_ACCESS_TOKEN: {
    meaning: 'The access token of an API cannot be made, or is set twice.',
    advice:
      'Set one of clientCredentials, exchange, onBehalfOf and signed; remove other settings of the header "authorization", and configure "auth" for tokens of callers.',
  },
  CONFIG_INSECURE_URL: {
    severity: 'warning',
    meaning: 'Tokens or keys are exchanged without encryption.',
    advice: 'Use https; plain http is safe only on this machine and in a private network.',
  },
} as const satisfies Readonly<Record<string, DiagnosticCode>>;

export type ConfigCode = keyof typeof configCodes;

/** Creates a diagnostic about the configuration. */
export const configDiagnostic = diagnosticsOf<ConfigCode>(configCodes);

/** Creates an error of one diagnostic about the configuration. */
export const configError = errorsOf<ConfigCode>(configCodes);

/** A diagnostic about an option; `{}` in the message is the name of the option. */
export interface OptionDiagnostic {
  readonly code: ConfigCode;
  readonly path: JsonPath;
  readonly message: string;
  readonly hint?: string;
}
