import {
  Kind,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Fragments in scope, by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The fragments an operation uses, directly or through others. */
export interface Reach {
  /** In the order in which the operation mentions them. */
  readonly fragments: readonly FragmentDefinitionNode[];
  /** Names that are spread, but stand for no fragment in scope. */
  readonly missing: readonly string[];
}

/** Finds what operations reach; what each fragment spreads is looked up once. */
export type FindReach = (operation: OperationDefinitionNode, fragments: Fragments) => Reach;

/** Makes a finder for operations that share fragments. */
export function createReachFinder(): FindReach {
  const spreadNames = new Map<SelectionSetNode, readonly string[]>();
  return (operation, fragments) => {
    const reached = new Map<string, FragmentDefinitionNode>();
    const missing = new Set<string>();
    const pending = [...spreadsIn(operation.selectionSet, spreadNames)].reverse();
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (reached.has(name)) continue;
      const fragment = fragments.get(name);
      if (fragment === undefined) {
        missing.add(name);
        continue;
      }
      reached.set(name, fragment);
      pending.push(...[...spreadsIn(fragment.selectionSet, spreadNames)].reverse());
    }
    return { fragments: [...reached.values()], missing: [...missing] };
  };
}

function spreadsIn(
  set: SelectionSetNode,
  known: Map<SelectionSetNode, readonly string[]>,
): readonly string[] {
  const before = known.get(set);
  if (before) return before;
  const names = new Set<string>();
  addSpreads(set, names);
  const found = [...names];
  known.set(set, found);
  return found;
}

function addSpreads(set: SelectionSetNode, names: Set<string>): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) names.add(selection.name.value);
    else if (selection.selectionSet) addSpreads(selection.selectionSet, names);
  }
}
