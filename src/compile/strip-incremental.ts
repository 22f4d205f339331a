import { Kind, type DirectiveNode, type SelectionNode, type SelectionSetNode } from 'graphql';

/** Directives that make an answer come in parts, which a tool cannot pass on. */
const incremental: ReadonlySet<string> = new Set(['defer', 'stream']);

/**
 * Takes `@defer` and `@stream` out of a selection set: the fields are then in the one answer.
 *
 * Answers the same set where there is nothing to take out, which is nearly always.
 */
export function stripIncremental(set: SelectionSetNode): SelectionSetNode {
  let changed = false;
  const selections = set.selections.map((selection) => {
    const stripped = stripSelection(selection);
    changed ||= stripped !== selection;
    return stripped;
  });
  return changed ? { ...set, selections } : set;
}

function stripSelection(selection: SelectionNode): SelectionNode {
  const stripped = selection.directives?.some(isIncremental)
    ? { ...selection, directives: selection.directives.filter((one) => !isIncremental(one)) }
    : selection;
  if (stripped.kind === Kind.FRAGMENT_SPREAD || !stripped.selectionSet) return stripped;
  const selectionSet = stripIncremental(stripped.selectionSet);
  return selectionSet === stripped.selectionSet ? stripped : { ...stripped, selectionSet };
}

function isIncremental(directive: DirectiveNode): boolean {
  return incremental.has(directive.name.value);
}
