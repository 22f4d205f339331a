/**
 * An observable value that is replaced as a whole: the catalog under hot reload.
 */
export interface Cell<T> {
  readonly current: T;
  set(next: T): void;
  /** Calls `listener` after every change; returns a function that stops it. */
  subscribe(listener: (next: T, previous: T) => void): () => void;
}

export function createCell<T>(initial: T): Cell<T> {
  let value = initial;
  const listeners = new Set<(next: T, previous: T) => void>();
  return {
    get current() {
      return value;
    },
    set(next) {
      const previous = value;
      value = next;
      for (const listener of listeners) listener(next, previous);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
