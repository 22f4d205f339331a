import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import type { Chunks } from './chunks.ts';

/** What became of a compressed body. */
export type Decoded =
  | { readonly kind: 'body'; readonly body: Chunks }
  | { readonly kind: 'too-large' | 'broken' | 'unknown' };

type Decompress = (data: InputType, options: ZlibOptions) => Promise<Buffer>;

const decompressors = new Map<string, Decompress>([
  ['gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<InputType, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<InputType, ZlibOptions, Buffer>(brotliDecompress)],
]);

/** Whether a `Content-Encoding` says that the body is as it is; names of codings have any case. */
export function isIdentity(encoding: string): boolean {
  return /^\s*(?:identity)?\s*$/i.test(encoding);
}

/**
 * Undoes a body's `Content-Encoding`.
 *
 * @param maxBytes decompression stops there: a few kilobytes can stand for gigabytes.
 */
export async function decodeBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Decoded> {
  const decompress = decompressors.get(encoding.trim().toLowerCase());
  if (!decompress) return { kind: 'unknown' };
  try {
    const decoded = await decompress(body, { maxOutputLength: maxBytes });
    return { kind: 'body', body: { chunks: [decoded], length: decoded.length } };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { kind: code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken' };
  }
}
