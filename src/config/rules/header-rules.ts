/*
 * What may be done with a header of the caller, by its name:
 *
 * | header                                | forwarded      | bound to a variable |
 * | ------------------------------------- | -------------- | ------------------- |
 * | of a connection, of a body, of MCP    | no             | yes                 |
 * | `host`, `accept`, `accept-…`          | no             | yes                 |
 * | `cookie`, `proxy-authorization`       | no             | unless the gateway authenticates callers |
 * | `authorization`                       | with a warning; not if the gateway has tokens | unless the gateway authenticates callers |
 * | `x-api-key`, `x-auth-token`, …        | with a warning | unless the gateway authenticates callers |
 */

/**
 * Headers that are never set or forwarded: they belong to one connection (RFC 9110, section 7.6.1),
 * or describe a body or a protocol that is not the API's.
 */
const unsendable =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|mcp-.*)$/;

/** Headers that may be set, but whose values in the caller's request do not concern the API. */
const notForwarded = /^(host|cookie|accept|accept-encoding|accept-charset)$/;

/** Headers that may contain credentials of the caller. */
const credentials =
  /^(authorization|cookie|proxy-authorization|(x-)?(api-?key|auth-token|access-token)|(x-)?forwarded-access-token)$/;

/** Returns whether a header, in lower case, can be sent to an API. */
export function isSendable(name: string): boolean {
  return !unsendable.test(name);
}

/** Returns whether a header of the caller, in lower case, can be forwarded to an API. */
export function isForwardable(name: string): boolean {
  return isSendable(name) && !notForwarded.test(name);
}

/** Returns whether a header, in lower case, may contain credentials of the caller. */
export function carriesCredentials(name: string): boolean {
  return credentials.test(name);
}

/** The options that bind a variable. */
export const bindingOptions = ['fromClaim', 'fromHeader', 'fromEnv'] as const;

/** The source of a bound variable, by option. */
type Binding = { readonly [Option in (typeof bindingOptions)[number]]?: string };

/** What the sources of bound variables depend on. */
export interface BindingRules {
  /** Whether the gateway authenticates callers. */
  readonly authenticatesCallers: boolean;
  /** The environment variables that operations may read. */
  readonly bindableEnvironment: readonly string[];
}

/** A binding that is not allowed. */
export interface ForbiddenBinding {
  readonly option: 'fromHeader' | 'fromEnv';
  /** The rest of a sentence that starts with the option. */
  readonly predicate: string;
  readonly hint: string;
}

/**
 * Returns why the source of a bound variable is not allowed; undefined if it is.
 *
 * | source                                  | allowed                                |
 * | --------------------------------------- | -------------------------------------- |
 * | a claim                                 | always                                 |
 * | a header that may carry credentials     | unless the gateway authenticates callers |
 * | any other header                        | always                                 |
 * | an environment variable                 | if `bindableEnvironment` lists it      |
 *
 * An operation file decides about the API's input only: it must not read the tokens that open the
 * gateway, or the secrets of its process.
 */
export function findForbiddenBinding(
  { fromHeader, fromEnv }: Binding,
  { authenticatesCallers, bindableEnvironment }: BindingRules,
): ForbiddenBinding | undefined {
  if (fromHeader && authenticatesCallers && carriesCredentials(fromHeader.toLowerCase())) {
    return {
      option: 'fromHeader',
      predicate: `reads the header "${fromHeader}", in which callers send credentials to the gateway`,
      hint: 'Bind another header, or a claim of the caller: fromClaim.',
    };
  }
  if (fromEnv && !bindableEnvironment.includes(fromEnv)) {
    return {
      option: 'fromEnv',
      predicate: `reads the environment variable "${fromEnv}", which "bindableEnvironment" of the configuration does not list`,
      hint: `Add it to the configuration if operations may send it to the API: bindableEnvironment: [${fromEnv}].`,
    };
  }
  return undefined;
}
