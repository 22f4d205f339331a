import type { FragmentDefinitionNode } from 'graphql';
import type { Fragments } from './fragment-reach.ts';
import type { OperationUnit } from './operation-unit.ts';

/**
 * Operations for which every fragment name means the same fragment, so that they can be validated
 * and derived together. Usually there is one scope; files that define a name differently make more.
 */
export interface OperationScope {
  readonly fragments: Fragments;
  readonly units: readonly OperationUnit[];
}

/** Sorts operations into as few scopes as come from taking the first that fits. */
export function scopesOf(units: readonly OperationUnit[]): readonly OperationScope[] {
  const scopes: GrowingScope[] = [];
  for (const unit of units) {
    const scope = scopes.find(({ fragments }) => fits(unit, fragments)) ?? addScope(scopes);
    for (const fragment of unit.sent.fragments) scope.fragments.set(fragment.name.value, fragment);
    scope.units.push(unit);
  }
  return scopes;
}

interface GrowingScope extends OperationScope {
  readonly fragments: Map<string, FragmentDefinitionNode>;
  readonly units: OperationUnit[];
}

function addScope(scopes: GrowingScope[]): GrowingScope {
  const scope = { fragments: new Map<string, FragmentDefinitionNode>(), units: [] };
  scopes.push(scope);
  return scope;
}

function fits(unit: OperationUnit, fragments: Fragments): boolean {
  return unit.sent.fragments.every((fragment) => {
    const known = fragments.get(fragment.name.value);
    return known === undefined || known === fragment;
  });
}
