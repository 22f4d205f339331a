/** What became of reading a request's body. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tooLarge' }
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
    return { kind: 'text', text: await request.text() };
  } catch {
    return { kind: 'broken' };
  }
}

async function readCounted({ body }: Request, limit: number): Promise<Body> {
  if (!body) return { kind: 'text', text: '' };
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { kind: 'text', text: text + decoder.decode() };
    read += value.byteLength;
    if (read > limit) {
      await reader.cancel();
      return { kind: 'tooLarge' };
    }
    text += decoder.decode(value, { stream: true });
  }
}
