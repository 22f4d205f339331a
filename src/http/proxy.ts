import { gatewayError } from '../core/diagnostic.ts';

/** Environment variables by name. */
export type Environment = ReadonlyMap<string, string | undefined>;

/** The proxy that the environment names for an origin, and the hosts that bypass it. */
export interface ProxySettings {
  readonly url: string;
  readonly noProxy: string;
}

/**
 * Returns the proxy for an origin; undefined if the environment names none.
 *
 * Variables are read in either case, lower case first. Without `HTTPS_PROXY`, `HTTP_PROXY` applies to
 * `https` too. Throws a `GatewayError` for a variable that names no usable proxy; its message does not
 * contain the value, which may include a password.
 */
export function proxyOf(origin: string, environment: Environment): ProxySettings | undefined {
  const names = origin.startsWith('https:') ? ['https_proxy', 'http_proxy'] : ['http_proxy'];
  const found = names.map((name) => readVariable(environment, name)).find(({ value }) => value);
  if (!found) return undefined;
  if (!isProxyUrl(found.value)) throw unusable(found.name);
  return { url: found.value, noProxy: readVariable(environment, 'no_proxy').value };
}

function readVariable(
  environment: Environment,
  lowerCase: string,
): { readonly name: string; readonly value: string } {
  const upperCase = lowerCase.toUpperCase();
  const name = environment.get(lowerCase) === undefined ? upperCase : lowerCase;
  return { name, value: environment.get(name) ?? '' };
}

const schemes = new Set(['http:', 'https:', 'socks5:', 'socks:']);

/** Returns whether undici can use a URL: it decodes the user name and the password. */
function isProxyUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return schemes.has(protocol) && hostname !== '' && [username, password].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function unusable(name: string) {
  return gatewayError(
    'PROXY_UNUSABLE',
    `The environment variable ${name} is not the URL of a proxy.`,
    'Set it to a URL with a scheme (http, https or socks5), such as http://proxy.example:3128, and percent-encode special characters in the user name and the password.',
  );
}
