import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';

/** Number of small chunks that may be pending, and the total size below which they are merged. */
const maxPending = 256;
const mergeBelowBytes = maxPending * 1_024;

/**
 * Collects the chunks of a body.
 *
 * Small chunks are merged from time to time: each buffer has an overhead of about a hundred bytes,
 * so a peer that sends every byte in a chunk of its own would multiply the memory of a body.
 */
export class BodyBuffer {
  readonly #chunks: Buffer[] = [];
  /** Chunks before this index are not merged any more. */
  #merged = 0;
  #length = 0;

  /** Total size in bytes. */
  get length(): number {
    return this.#length;
  }

  get chunkCount(): number {
    return this.#chunks.length;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#chunks.length - this.#merged < maxPending) return;
    const pending = this.#chunks.slice(this.#merged);
    if (pending.reduce((sum, { length }) => sum + length, 0) < mergeBelowBytes) {
      this.#chunks.splice(this.#merged, maxPending, Buffer.concat(pending));
    }
    this.#merged = this.#chunks.length;
  }

  toBuffer(): Buffer {
    const [only] = this.#chunks;
    return only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks, this.#length);
  }
}

/** A decompressed body, or why there is none. */
export type DecodedBody =
  | { readonly kind: 'body'; readonly body: Buffer }
  | { readonly kind: 'too-large' | 'damaged' | 'unknown' };

/**
 * Undoes a body's `Content-Encoding`, given in lower case.
 *
 * @param maxBytes limit of the decompressed size, which protects against compression bombs.
 */
export async function decodeBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<DecodedBody> {
  const decompress = decompressors.get(encoding);
  if (!decompress) return { kind: 'unknown' };
  try {
    return { kind: 'body', body: await decompress(body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { kind: code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'damaged' };
  }
}

type Decompress = (data: InputType, options: ZlibOptions) => Promise<Buffer>;

const decompressors = new Map<string, Decompress>([
  ['gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<InputType, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<InputType, ZlibOptions, Buffer>(brotliDecompress)],
]);
