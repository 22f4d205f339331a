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
