import { Kind, type SelectionNode, type SelectionSetNode } from 'graphql';
import type { Fragments } from './fragment-reach.ts';

/** Levels of fields, inline fragments and spreads; more would overrun stacks here and upstream. */
export const maxNesting = 250;

/** Tells whether selections nest more deeply than `maxNesting`, fragments spread in. */
export type NestsTooDeeply = (set: SelectionSetNode, fragments: Fragments) => boolean;

/** Makes the check for operations that share fragments; each fragment is measured once. */
export function createNestingCheck(): NestsTooDeeply {
  const known = new Map<Fragments, Measuring>();
  return (set, fragments) => {
    const measuring = known.get(fragments) ?? { levels: new Map(), fragments, open: new Set() };
    known.set(fragments, measuring);
    return levelsOf(measuring, set, maxNesting) > maxNesting;
  };
}

interface Measuring {
  /** Finished measurements. */
  readonly levels: Map<SelectionSetNode, number>;
  readonly fragments: Fragments;
  /** Fragments under way: one that comes back is a cycle, which validation reports. */
  readonly open: Set<string>;
}

/** Levels in a selection set; anything above `left` once it is known to be more than that. */
function levelsOf(measuring: Measuring, set: SelectionSetNode, left: number): number {
  if (left <= 0) return maxNesting + 1;
  const known = measuring.levels.get(set);
  if (known !== undefined) return known;
  let most = 0;
  for (const selection of set.selections) {
    most = Math.max(most, levelsBelow(measuring, selection, left - 1));
    if (most >= left) return maxNesting + 1;
  }
  measuring.levels.set(set, most + 1);
  return most + 1;
}

function levelsBelow(measuring: Measuring, selection: SelectionNode, left: number): number {
  if (selection.kind !== Kind.FRAGMENT_SPREAD) {
    return selection.selectionSet ? levelsOf(measuring, selection.selectionSet, left) : 0;
  }
  const name = selection.name.value;
  const fragment = measuring.fragments.get(name);
  if (fragment === undefined || measuring.open.has(name)) return 0;
  measuring.open.add(name);
  const levels = levelsOf(measuring, fragment.selectionSet, left);
  measuring.open.delete(name);
  return levels;
}
