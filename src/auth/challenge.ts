/** What a `WWW-Authenticate: Bearer` header says. */
export interface Challenge {
  readonly error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  readonly error_description?: string;
  /** Scopes, separated by spaces. */
  readonly scope?: string;
}

/** Writes a `WWW-Authenticate` header as RFC 6750, section 3, has it. */
export function challengeOf(challenge: Challenge = {}): string {
  const parts = Object.entries(challenge).map(([name, value]) => `${name}="${quotable(value)}"`);
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
}

/** The characters RFC 6750 allows in a value; scope names come from configuration. */
function quotable(value: string): string {
  return value.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
