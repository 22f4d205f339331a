import type { SplicedJson } from '../core/raw-json.ts';

const quote = 0x22;
const backslash = 0x5c;

/** A run of bytes on their way out; of `quoted` ones, quotes and backslashes get a backslash. */
interface Run {
  readonly bytes: Uint8Array;
  readonly quoted: boolean;
}

/**
 * The UTF-8 bytes of a spliced text, written where and as far as there is room.
 *
 * What is raw JSON has no control characters (`compile/scan` sees to it), so its bytes need no decoding to be quoted: those of a
 * character beyond ASCII are neither quotes nor backslashes.
 */
export class SplicedBytes {
  readonly #runs: readonly Run[];
  #run = 0;
  #offset = 0;

  constructor({ before, raw, between, after }: SplicedJson) {
    const text = (written: string): Run => ({ bytes: Buffer.from(written), quoted: false });
    this.#runs = [
      text(`${before}"`),
      ...raw.chunks.map((bytes) => ({ bytes, quoted: true })),
      text(`"${between}`),
      ...raw.chunks.map((bytes) => ({ bytes, quoted: false })),
      text(after),
    ];
  }

  /** Whether all was written. */
  get ended(): boolean {
    return this.#run === this.#runs.length;
  }

  /** Writes on from the start of `target`, and says how many bytes it wrote. */
  writeTo(target: Uint8Array): number {
    let end = 0;
    for (let run = this.#runs[this.#run]; run; run = this.#runs[this.#run]) {
      end = run.quoted ? this.#quote(run.bytes, target, end) : this.#copy(run.bytes, target, end);
      if (this.#offset < run.bytes.length) break;
      this.#run += 1;
      this.#offset = 0;
    }
    return end;
  }

  #copy(bytes: Uint8Array, target: Uint8Array, start: number): number {
    const rest = bytes.subarray(this.#offset, this.#offset + target.length - start);
    target.set(rest, start);
    this.#offset += rest.length;
    return start + rest.length;
  }

  #quote(bytes: Uint8Array, target: Uint8Array, start: number): number {
    // a byte can become two
    const last = target.length - 1;
    let from = this.#offset;
    let to = start;
    while (from < bytes.length && to < last) {
      const byte = bytes[from] ?? 0;
      if (byte === quote || byte === backslash) {
        target[to] = backslash;
        to += 1;
      }
      target[to] = byte;
      to += 1;
      from += 1;
    }
    this.#offset = from;
    return to;
  }
}
