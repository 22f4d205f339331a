/** A value that is valid until a time, in milliseconds since 1970. */
interface Expiring<Value> {
  readonly value: Value;
  readonly until: number;
  /** Time from which on it is made again while it is in use; never by default. */
  readonly renewFrom?: number;
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
  renewFrom: number;
}

/** Time until a failed renewal is attempted again, in milliseconds. */
const retryMs = 5_000;

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

  function attempt(make: () => Promise<Expiring<Value>>): Promise<Expiring<Value>> {
    pending += 1;
    return make().finally(() => {
      pending -= 1;
    });
  }

  function start(key: string, make: () => Promise<Expiring<Value>>): Promise<Value> {
    const value = attempt(make).then(
      (made) => {
        entry.until = made.until;
        entry.renewFrom = made.renewFrom ?? Infinity;
        return made.value;
      },
      (error: unknown) => {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      },
    );
    const entry: Entry<Value> = { value, until: Infinity, renewFrom: Infinity };
    keep(key, entry);
    return value;
  }

  /** Makes a value again in the background; if that fails, the old one stays. */
  function renew(key: string, entry: Entry<Value>, make: () => Promise<Expiring<Value>>): void {
    entry.renewFrom = Infinity;
    attempt(make).then(
      ({ value, until, renewFrom = Infinity }) => {
        const isCurrent = entries.get(key) === entry;
        if (isCurrent) keep(key, { value: Promise.resolve(value), until, renewFrom });
      },
      () => {
        entry.renewFrom = now() + retryMs;
      },
    );
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
        if (entry.renewFrom <= now() && pending < maxPending) renew(key, entry, make);
        return entry.value;
      }
      return pending < maxPending ? start(key, make) : undefined;
    },
    forget: (key) => void entries.delete(key),
  };
}
