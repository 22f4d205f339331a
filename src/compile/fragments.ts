import {
  Kind,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { getOrCreate, memoize } from '../core/memo.ts';
import { spreadsOf, type Fragments } from '../core/walk-selections.ts';

/** The fragments that an operation uses, directly or through others. */
export interface UsedFragments {
  /** In the order in which the operation mentions them. */
  readonly fragments: readonly FragmentDefinitionNode[];
  /** Names that are spread but not defined. */
  readonly missing: readonly string[];
}

/** Creates a function that finds the fragments of operations; each fragment is searched once. */
export function createFragmentFinder(): (
  operation: OperationDefinitionNode,
  scope: Fragments,
) => UsedFragments {
  const spreadNames = memoize((set: SelectionSetNode) => [
    ...new Set([...spreadsOf(set)].map(({ name }) => name.value)),
  ]);
  return (operation, scope) => {
    const used = new Map<string, FragmentDefinitionNode>();
    const missing = new Set<string>();
    // a stack, reversed: the fragments of a fragment come directly after it
    const pending = spreadNames(operation.selectionSet).toReversed();
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (used.has(name)) continue;
      const fragment = scope.get(name);
      if (fragment === undefined) {
        missing.add(name);
        continue;
      }
      used.set(name, fragment);
      pending.push(...spreadNames(fragment.selectionSet).toReversed());
    }
    return { fragments: [...used.values()], missing: [...missing] };
  };
}

/** Most levels of fields, inline fragments and spreads; more would overflow the stack of servers. */
export const maxNesting = 250;

/** Creates the check for selections nested deeper than `maxNesting`; each fragment is measured once. */
export function createNestingCheck(): (set: SelectionSetNode, scope: Fragments) => boolean {
  const measurements = new Map<Fragments, Measurement>();
  return (set, scope) => {
    const measurement = getOrCreate(measurements, scope, () => ({
      levels: new Map<SelectionSetNode, number>(),
      scope,
      open: new Set<string>(),
    }));
    return levelsOf(measurement, set, maxNesting) > maxNesting;
  };
}

interface Measurement {
  /** Finished measurements. */
  readonly levels: Map<SelectionSetNode, number>;
  readonly scope: Fragments;
  /** Fragments being measured; one that spreads itself is a cycle, which validation reports. */
  readonly open: Set<string>;
}

/** Counts the levels of a selection set; stops with more than `maxNesting` if there are more than `left`. */
function levelsOf(measurement: Measurement, set: SelectionSetNode, left: number): number {
  if (left <= 0) return maxNesting + 1;
  const measured = measurement.levels.get(set);
  if (measured !== undefined) return measured;
  let most = 0;
  for (const selection of set.selections) {
    most = Math.max(most, levelsBelow(measurement, selection, left - 1));
    if (most >= left) return maxNesting + 1;
  }
  measurement.levels.set(set, most + 1);
  return most + 1;
}

function levelsBelow(measurement: Measurement, selection: SelectionNode, left: number): number {
  if (selection.kind !== Kind.FRAGMENT_SPREAD) {
    return selection.selectionSet ? levelsOf(measurement, selection.selectionSet, left) : 0;
  }
  const name = selection.name.value;
  const fragment = measurement.scope.get(name);
  if (fragment === undefined || measurement.open.has(name)) return 0;
  measurement.open.add(name);
  const levels = levelsOf(measurement, fragment.selectionSet, left);
  measurement.open.delete(name);
  return levels;
}
