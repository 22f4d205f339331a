import { isUtf8 } from 'node:buffer';

/** A line that was read, or one that was longer than may be or no UTF-8. */
export type Line =
  { readonly kind: 'line'; readonly text: string } | { readonly kind: 'tooLong' | 'notUtf8' };

/**
 * Cuts chunks of bytes into lines. Empty lines are left out; a last line needs no break.
 *
 * A line that is too long is given up as soon as that is known, and skipped to its end: the bytes
 * kept are bounded, and the lines after it are read.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      const part = chunk.subarray(start, end === -1 ? undefined : end);
      size += part.length;
      // the parts of a line that is too long are let go, its size is not
      if (size > maxBytes) parts = [];
      else parts.push(part);
      if (end === -1) break;
      yield* finish(parts, size > maxBytes);
      parts = [];
      size = 0;
      start = end + 1;
    }
  }
  yield* finish(parts, size > maxBytes);
}

const newline = 0x0a;

function* finish(parts: readonly Uint8Array[], tooLong: boolean): Generator<Line> {
  if (tooLong) yield { kind: 'tooLong' };
  const bytes = Buffer.concat(parts);
  const text = bytes.toString('utf8').trim();
  if (text === '') return;
  // decoding puts U+FFFD in the place of what is no UTF-8; without one there is nothing to check
  const valid = !text.includes('\uFFFD') || isUtf8(bytes);
  yield valid ? { kind: 'line', text } : { kind: 'notUtf8' };
}
