/** Bytes in the pieces they came in. */
export interface Chunks {
  readonly chunks: readonly Buffer[];
  /** Bytes in all of them. */
  readonly length: number;
}

/** The bytes in one piece. */
export function joined({ chunks, length }: Chunks): Buffer {
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks, length);
}

/** Chunks that may wait to be gathered, and bytes above which that many are left as they are. */
const maxLoose = 256;
const looseBytes = maxLoose * 1_024;

/**
 * Adds a chunk, and puts small ones together now and then.
 *
 * A buffer takes a hundred bytes beside its own, and who sends every byte in a chunk of HTTP makes a
 * buffer of each: of 12 MB, 1.5 GB.
 *
 * @param settled how many of the chunks have been looked at; the new number is returned.
 */
export function addChunk(chunks: Buffer[], chunk: Buffer, settled: number): number {
  chunks.push(chunk);
  if (chunks.length - settled < maxLoose) return settled;
  const loose = chunks.slice(settled);
  if (loose.reduce((sum, { length }) => sum + length, 0) < looseBytes) {
    chunks.splice(settled, maxLoose, Buffer.concat(loose));
  }
  return chunks.length;
}
