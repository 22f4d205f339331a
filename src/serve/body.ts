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
    return textBody(await request.text(), Number(announced));
  } catch {
    return { kind: 'broken' };
  }
}

/**
 * Decoding puts U+FFFD in the place of what is no UTF-8, and that takes more bytes than most of what
 * it replaces. A valid text has none, so its bytes are not counted.
 *
 * @param received bytes that the text was decoded from.
 */
export function textBody(decoded: string, received: number): Body {
  // a byte order mark is no part of the text, and not every decoder drops it
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const mangled = text.includes('\uFFFD') && new TextEncoder().encode(text).length > received;
  return mangled ? { kind: 'notUtf8' } : { kind: 'text', text };
}

async function readCounted({ body }: Request, limit: number): Promise<Body> {
  if (!body) return { kind: 'text', text: '' };
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return textBody(text + decoder.decode(), read);
    read += value.byteLength;
    if (read > limit) {
      await reader.cancel();
      return { kind: 'tooLarge' };
    }
    text += decoder.decode(value, { stream: true });
  }
}
