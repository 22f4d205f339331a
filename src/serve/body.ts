/** What became of reading a request's body. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notUtf8' }
  /** The client went away while it was sending. */
  | { readonly kind: 'broken' };

/** Whether a `Content-Length` announces more than the limit, in bytes. */
export function isTooLarge(announced: string | null | undefined, limit: number): boolean {
  return Number(announced ?? 0) > limit;
}

/**
 * Reads the body of a `Request` as text, and stops as soon as it is too large.
 *
 * With a length announced, which HTTP servers hold clients to, the body is read in one go: servers
 * keep a light request for `text()` alone, and build a whole one for `body`. Without, bytes are
 * counted as they come.
 *
 * @param limit largest body, in bytes.
 */
export async function readWebBody(request: Request, limit: number): Promise<Body> {
  try {
    const announced = request.headers.get('content-length');
    if (announced === null || !/^\d+$/.test(announced)) return await readCounted(request, limit);
    if (isTooLarge(announced, limit)) return { kind: 'tooLarge' };
    const text = await request.text();
    return textBody(text, () => fits(text, Number(announced)));
  } catch {
    return { kind: 'broken' };
  }
}

/**
 * Makes a body of a text. Decoding puts U+FFFD in the place of what is no UTF-8, so a text without
 * one is valid, and costs no look at its bytes.
 *
 * @param isUtf8 whether the bytes that were decoded are valid.
 */
export function textBody(decoded: string, isUtf8: () => boolean): Body {
  if (decoded.includes('\uFFFD') && !isUtf8()) return { kind: 'notUtf8' };
  // a byte order mark is no part of the text, and not every decoder drops it
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  return { kind: 'text', text };
}

/** Whether a text may come of so many bytes: U+FFFD takes more than most of what it replaces. */
function fits(text: string, received: number): boolean {
  return new TextEncoder().encode(text).length <= received;
}

async function readCounted({ body }: Request, limit: number): Promise<Body> {
  if (!body) return { kind: 'text', text: '' };
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      text += decoder.decode();
      return textBody(text, () => fits(text, read));
    }
    read += value.byteLength;
    if (read > limit) {
      await reader.cancel();
      return { kind: 'tooLarge' };
    }
    text += decoder.decode(value, { stream: true });
  }
}
