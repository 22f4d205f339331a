import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  type SelectionSetNode,
} from 'graphql';

/** The fragments in scope of an operation, by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Returns the response name of a field: its alias, or its name. */
export function responseNameOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** Returns the fragment of a spread, or the inline fragment itself; undefined if there is none. */
export function fragmentOf(
  selection: FragmentSpreadNode | InlineFragmentNode,
  fragments: Fragments,
): FragmentDefinitionNode | InlineFragmentNode | undefined {
  const isInline = selection.kind === Kind.INLINE_FRAGMENT;
  return isInline ? selection : fragments.get(selection.name.value);
}

/**
 * Yields the fields that selection sets select on their own level: fragments are entered, fields are
 * not. Each selection set is entered once, so that fragments may spread each other.
 */
export function* fieldsOf(
  sets: Iterable<SelectionSetNode>,
  fragments: Fragments,
): Generator<FieldNode> {
  const entered = new Set(sets);
  for (const { selections } of entered) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        yield selection;
        continue;
      }
      const fragment = fragmentOf(selection, fragments);
      if (fragment) entered.add(fragment.selectionSet);
    }
  }
}

/** Yields the fragment spreads of a selection set on every level; fragments are not entered. */
export function* spreadsOf({ selections }: SelectionSetNode): Generator<FragmentSpreadNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) yield selection;
    else if (selection.selectionSet) yield* spreadsOf(selection.selectionSet);
  }
}

/**
 * Creates a function that returns the fragments of a document: the same map for all documents that agree
 * on what their fragments are, so that what is derived from fragments can be shared.
 */
export function createFragmentScopes(): (document: DocumentNode) => Fragments {
  const shared = new Map<string, FragmentDefinitionNode>();
  return ({ definitions }) => {
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const node of definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    }
    for (const [name, node] of fragments) if (!shared.has(name)) shared.set(name, node);
    return [...fragments].every(([name, node]) => shared.get(name) === node) ? shared : fragments;
  };
}
