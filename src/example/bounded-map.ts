/**
 * A map of at most `limit` entries that forgets the entry which was set longest ago.
 *
 * The example keeps what callers write in memory; without a bound it could be made to fill it.
 */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** The values, the one set longest ago first. */
  values(): readonly V[] {
    return [...this.#entries.values()];
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
