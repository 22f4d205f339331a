/** A value that is valid until a time, in milliseconds since 1970. */
interface Expiring<Value> {
  readonly value: Value;
  readonly until: number;
}

export interface ExpiringCache<Value> {
  /**
   * Returns the value of a key, and makes it if there is none that is valid. Concurrent requests for a
   * key share one attempt; a failed attempt is not kept.
   *
   * @returns undefined if too many attempts are in progress.
   */
  get(key: string, make: () => Promise<Expiring<Value>>): Promise<Value> | undefined;
  forget(key: string): void;
}

interface Entry<Value> {
  readonly value: Promise<Value>;
  until: number;
}

/**
 * Creates a cache of values that expire. It keeps at most `max` values, those that were used last, and
 * makes at most `maxPending` at the same time.
 */
export function createExpiringCache<Value>(
  max: number,
  maxPending: number,
  now: () => number,
): ExpiringCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  let pending = 0;

  function start(key: string, make: () => Promise<Expiring<Value>>): Promise<Value> {
    pending += 1;
    const value = make()
      .then(
        (made) => {
          entry.until = made.until;
          return made.value;
        },
        (error: unknown) => {
          if (entries.get(key) === entry) entries.delete(key);
          throw error;
        },
      )
      .finally(() => {
        pending -= 1;
      });
    const entry: Entry<Value> = { value, until: Number.POSITIVE_INFINITY };
    keep(key, entry);
    return value;
  }

  /** Stores an entry as the one used last. */
  function keep(key: string, entry: Entry<Value>): void {
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > max && oldest !== undefined) entries.delete(oldest);
  }

  return {
    get(key, make) {
      const entry = entries.get(key);
      if (entry && entry.until > now()) {
        keep(key, entry);
        return entry.value;
      }
      return pending < maxPending ? start(key, make) : undefined;
    },
    forget: (key) => void entries.delete(key),
  };
}
