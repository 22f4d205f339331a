/** Memoizes a thunk and releases it after the first call. */
export function lazy<T>(make: () => T): () => T {
  let pending: (() => T) | undefined = make;
  let value: T | undefined;
  return () => {
    if (pending) {
      value = pending();
      pending = undefined;
    }
    return value as T;
  };
}

/** Memoizes a function of one key; keys are compared by identity. */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => getOrCreate(values, key, make);
}

/** Memoizes a function of an object, for as long as the object lives. */
export function memoizeWeakly<Key extends object, Value>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => getOrCreate(values, key, make);
}

/** Returns the value of a key; creates and stores it if there is none yet. */
export function getOrCreate<Key, Value, Narrow extends Key = Key>(
  values: {
    get(key: Key): Value | undefined;
    has(key: Key): boolean;
    set(key: Key, value: Value): unknown;
  },
  key: Narrow,
  make: (key: Narrow) => Value,
): Value {
  const existing = values.get(key);
  if (existing !== undefined || values.has(key)) return existing as Value;
  const value = make(key);
  values.set(key, value);
  return value;
}

/** Groups items by a key, in the order of the first item of each group. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
