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
