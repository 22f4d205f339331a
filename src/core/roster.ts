/** What can be on one roster at a time. */
export interface Listed {
  /** Where it stands on its roster; the roster's own. */
  place: number;
}

/**
 * A set of objects that come and go by the thousand: what is under way.
 *
 * Not a `Set`, whose tables V8 replaces every few hundred entries, each pointing to the next: once
 * one of them is old, all that follow outlive every quick garbage collection, with all that was on
 * them. Calls through an upstream took 1.4 times the CPU time for it.
 *
 * Adding and removing take constant time; the order is not kept.
 */
export class Roster<T extends Listed> {
  readonly #entries: T[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(entry: T): void {
    entry.place = this.#entries.length;
    this.#entries.push(entry);
  }

  /** Removes an entry; one that is not on the roster is left as it is. */
  remove(entry: T): void {
    const entries = this.#entries;
    if (entries[entry.place] !== entry) return;
    const last = entries.pop();
    if (last === undefined || last === entry) return;
    entries[entry.place] = last;
    last.place = entry.place;
  }

  /** All entries as they are now: those that go meanwhile are in it all the same. */
  all(): readonly T[] {
    return [...this.#entries];
  }
}
