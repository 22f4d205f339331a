/**
 * Finds the known names that a misspelt one may have meant, best first, at most three.
 *
 * A name is close when it takes at most one edit for every two and a half of its characters, or when
 * the two differ only in case, hyphens and underscores. Two neighbours that changed places are one edit.
 * (graphql-js allows one edit more, by which any word of five letters is taken for many another.)
 */
export function suggest(given: string, known: Iterable<string>): readonly string[] {
  const asked = given.slice(0, 100);
  const askedFolded = fold(asked);
  const scored: { readonly name: string; readonly distance: number }[] = [];
  let compared = 0;
  for (const name of known) {
    const folded = fold(name);
    if (folded === askedFolded) {
      scored.push({ name, distance: 0 });
      continue;
    }
    const longest = Math.max(asked.length, name.length);
    const limit = Math.min(Math.max(Math.floor(longest * 0.4), 1), longest - 1);
    if (Math.abs(asked.length - name.length) > limit || compared >= maxCompared) continue;
    compared += 1;
    const distance = editDistance(askedFolded, folded, limit);
    if (distance <= limit) scored.push({ name, distance });
  }
  const best = scored.reduce((least, { distance }) => Math.min(least, distance), Infinity);
  return scored
    .filter(({ distance }) => distance <= best + 1)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Names that are compared letter by letter: an enum may have 100,000, and anybody can misspell one. */
const maxCompared = 2_000;

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

/** Edits from one text to another; any number above `limit` where there are more than that. */
function editDistance(from: string, to: string, limit: number): number {
  const width = to.length + 1;
  let beforeThat = new Uint16Array(width);
  let previous = Uint16Array.from({ length: width }, (_, index) => index);
  let current = new Uint16Array(width);
  let leastBefore = 0;
  for (let i = 1; i <= from.length; i++) {
    let least = i;
    let before = i;
    current[0] = i;
    for (let j = 1; j < width; j++) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1;
      let edits = Math.min((previous[j] ?? 0) + 1, before + 1, (previous[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) edits = Math.min(edits, (beforeThat[j - 2] ?? 0) + 1);
      current[j] = before = edits;
      least = Math.min(least, edits);
    }
    // a swap reaches back two rows
    if (Math.min(least, leastBefore) > limit) return least;
    leastBefore = least;
    [beforeThat, previous, current] = [previous, current, beforeThat];
  }
  return previous[to.length] ?? 0;
}
