import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';

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
