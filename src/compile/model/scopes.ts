import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import type { Fragments } from '../../core/walk-selections.ts';

/** An operation and the fragments it uses, directly or through others. */
export interface Definitions {
  readonly operation: OperationDefinitionNode;
  /** In the order in which the operation mentions them. */
  readonly fragments: readonly FragmentDefinitionNode[];
}

/** An object that holds the definitions sent upstream for an operation. */
export interface WithDefinitions {
  readonly sent: Definitions;
}

/**
 * Operations for which every fragment name means the same fragment, so that they can be validated
 * and compiled together. There is usually one scope; files that define a name differently need more.
 */
export interface OperationScope<Operation extends WithDefinitions> {
  readonly fragments: Fragments;
  readonly operations: readonly Operation[];
}

/** Divides operations into scopes: each goes into the first scope whose fragments it agrees with. */
export function scopesOf<Operation extends WithDefinitions>(
  operations: readonly Operation[],
): readonly OperationScope<Operation>[] {
  const scopes: { fragments: Map<string, FragmentDefinitionNode>; operations: Operation[] }[] = [];
  for (const operation of operations) {
    const { fragments } = operation.sent;
    let scope = scopes.find((candidate) => agrees(fragments, candidate.fragments));
    if (!scope) scopes.push((scope = { fragments: new Map(), operations: [] }));
    for (const fragment of fragments) scope.fragments.set(fragment.name.value, fragment);
    scope.operations.push(operation);
  }
  return scopes;
}

function agrees(fragments: readonly FragmentDefinitionNode[], scope: Fragments): boolean {
  return fragments.every((fragment) => {
    const other = scope.get(fragment.name.value);
    return other === undefined || other === fragment;
  });
}
