/** What a header that repeats a value of the body says. */
export type MirroredValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** Characters that no header may carry as they are, or Base64 that is none. */
  | { readonly kind: 'invalid' };

/**
 * Reads a header value that may be written as `=?base64?…?=`, the form for what is not plain ASCII.
 *
 * The markers are lower case, and must both be there; anything else is taken as it stands.
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding.
 */
export function readMirroredValue(value: string | null | undefined): MirroredValue {
  if (value === null || value === undefined) return { kind: 'absent' };
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value);
  const text = encoded ? decodeBase64(encoded[1] ?? '') : plain(value);
  return text === undefined ? { kind: 'invalid' } : { kind: 'text', text };
}

function plain(value: string): string | undefined {
  return /^[\t\x20-\x7e]*$/.test(value) ? value : undefined;
}

/** `atob` forgives missing padding and white space; two peers must not read one value differently. */
function decodeBase64(value: string): string | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)) {
    return undefined;
  }
  const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
