import { listAlternatives } from './text.ts';

/**
 * Finds the known names that a misspelt one may have meant, best first, at most three.
 *
 * Two names are close if they take at most one edit per two and a half characters, or differ only in
 * case, hyphens and underscores. Two neighbours that changed places are one edit. (graphql-js allows
 * one edit more, with which any five-letter word is close to many others.)
 *
 * The cost is bounded, because callers choose the name: it reads 100 characters of the name and 5,000
 * known names, and compares 100 of them letter by letter.
 */
export function suggest(name: string, known: Iterable<string>): readonly string[] {
  const wanted = fold(name.slice(0, maxLength));
  const letters = countLetters(wanted);
  const matches: { readonly name: string; readonly distance: number }[] = [];
  let read = 0;
  let compared = 0;
  for (const candidate of known) {
    read += 1;
    if (read > maxRead) break;
    const folded = fold(candidate);
    if (folded === wanted) {
      matches.push({ name: candidate, distance: 0 });
      continue;
    }
    const longest = Math.max(wanted.length, folded.length);
    const limit = Math.min(Math.max(Math.floor(longest * 0.4), 1), longest - 1);
    if (compared >= maxCompared || leastEdits(letters, countLetters(folded)) > limit) continue;
    compared += 1;
    const distance = editDistance(wanted, folded, limit);
    if (distance <= limit) matches.push({ name: candidate, distance });
  }
  const best = matches.reduce((least, { distance }) => Math.min(least, distance), Infinity);
  return matches
    .filter(({ distance }) => distance <= best + 1)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map((match) => match.name);
}

const maxLength = 100;
const maxRead = 5_000;
const maxCompared = 100;

/** Formats ` Did you mean "x" or "y"?` with its leading space; empty if no name is close. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = suggest(name, known).map((match) => `"${match}"`);
  return names.length === 0 ? '' : ` Did you mean ${listAlternatives(names)}?`;
}

/**
 * Creates a `didYouMean` that returns nothing after its first 25 calls: if more names are unknown, a
 * file is missing rather than a name misspelt.
 */
export function suggestFew(): typeof didYouMean {
  let calls = 0;
  return (name, known) => {
    calls += 1;
    return calls > 25 ? '' : didYouMean(name, known);
  };
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Counts the letters of a name by the low five bits of their code. */
function countLetters(text: string): readonly number[] {
  const counts = Array.from({ length: 32 }, () => 0);
  for (let index = 0; index < text.length; index++) {
    const letter = text.charCodeAt(index) % 32;
    counts[letter] = (counts[letter] ?? 0) + 1;
  }
  return counts;
}

/** A lower bound of the edits between two names, from their letters alone. */
function leastEdits(one: readonly number[], other: readonly number[]): number {
  let missing = 0;
  let extra = 0;
  for (const [letter, count] of one.entries()) {
    const difference = count - (other[letter] ?? 0);
    if (difference > 0) missing += difference;
    else extra -= difference;
  }
  return Math.max(missing, extra);
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
