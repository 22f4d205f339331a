import {
  createAuthenticator,
  type Authentication,
  type Authenticator,
  type AuthenticatorOptions,
} from '../auth/authenticator.ts';
import type { ResolvedAuth, ResolvedServer } from '../config/resolve.ts';
import { sha256Hex } from '../core/text.ts';

/** The authentication of the current configuration. */
export interface LiveAuthentication extends Authentication {
  close(): Promise<void>;
}

/** Time that requests in progress have to use replaced connections, in milliseconds. */
const closeAfterMs = 30_000;

/**
 * Creates the authentication that follows the configuration: a removed token is refused at once.
 *
 * The keys of issuers that did not change are kept, so that a reload does not depend on their servers.
 */
export function createLiveAuthentication(
  current: () => ResolvedAuth,
  server: ResolvedServer,
  options: AuthenticatorOptions,
): LiveAuthentication {
  let used = current();
  let key = keyOf(used);
  let authenticator = createAuthenticator(used, server, options);

  function live(): Authenticator {
    const auth = current();
    if (auth === used) return authenticator;
    used = auth;
    const next = keyOf(auth);
    if (next === key) return authenticator;
    key = next;
    const before = authenticator;
    setTimeout(() => void before.close(), closeAfterMs).unref();
    return (authenticator = createAuthenticator(auth, server, options));
  }

  return {
    authenticate: (request) => live().authenticate(request),
    challenge: (parameters) => live().challenge(parameters),
    get resource() {
      return live().resource;
    },
    close: () => authenticator.close(),
  };
}

/** Equal for equal options; a hash, because they contain secrets. */
function keyOf(auth: ResolvedAuth): string {
  const withMembers = (value: unknown) =>
    value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>)] : value;
  return sha256Hex(JSON.stringify(auth, (_, value: unknown) => withMembers(value)));
}
