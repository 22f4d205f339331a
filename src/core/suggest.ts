/**
 * Finds the known names that a misspelt one may have meant, best first, at most three.
 *
 * A name is close when it takes at most one edit for every two and a half of its characters, or when
 * the two differ only in case, hyphens and underscores. Two neighbours that changed places are one edit.
 * (graphql-js allows one edit more, by which any word of five letters is taken for many another.)
 */
export function suggest(given: string, known: Iterable<string>): readonly string[] {
  const asked = given.slice(0, 100);
  const scored: { readonly name: string; readonly distance: number }[] = [];
  for (const name of known) {
    if (fold(name) === fold(asked)) {
      scored.push({ name, distance: 0 });
      continue;
    }
    const longest = Math.max(asked.length, name.length);
    const limit = Math.min(Math.max(Math.floor(longest * 0.4), 1), longest - 1);
    if (Math.abs(asked.length - name.length) > limit) continue;
    const distance = editDistance(fold(asked), fold(name));
    if (distance <= limit) scored.push({ name, distance });
  }
  const best = Math.min(...scored.map(({ distance }) => distance));
  return scored
    .filter(({ distance }) => distance <= best + 1)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Writes ` Did you mean "x" or "y"?`, with its leading space, or nothing. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const names = suggest(given, known).map((name) => `"${name}"`);
  if (names.length === 0) return '';
  const last = names.at(-1);
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
  return ` Did you mean ${list}?`;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

function editDistance(from: string, to: string): number {
  let beforeThat: readonly number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const current = [i];
    for (let j = 1; j <= to.length; j++) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const edits = [
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + cost,
      ];
      current.push(Math.min(...edits, isSwap ? (beforeThat[j - 2] ?? 0) + 1 : Infinity));
    }
    beforeThat = previous;
    previous = current;
  }
  return previous[to.length] ?? 0;
}
