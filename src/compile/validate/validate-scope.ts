import type { ASTNode, DefinitionNode, GraphQLSchema } from 'graphql';
import type { OperationScope } from '../operation-scope.ts';
import type { OperationUnit } from '../operation-unit.ts';
import { checks, conflictCheck, type Check } from './checks.ts';
import { runChecks, type Violation } from './run-checks.ts';

/** Answers what is wrong with an operation and the fragments it uses; empty when it is valid. */
export type ViolationsOf = (unit: OperationUnit) => readonly Violation[];

/**
 * Validates the operations of a scope.
 *
 * All are validated in one visit, so that a fragment is looked at once however many operations use
 * it; then each error is charged to the operations that reach it. Fields that conflict between two
 * definitions are the exception: graphql-js reports such a pair once, whoever spreads it, so the
 * operations that reach both are asked again one by one.
 */
export function validateScope(
  schema: GraphQLSchema,
  { fragments, units }: OperationScope,
): ViolationsOf {
  const definitions = [...fragments.values(), ...units.map(({ sent }) => sent.operation)];
  const { violations, complete } = runChecks(schema, definitions, checks);
  if (!complete) return (unit) => validateAlone(schema, unit, checks);
  const conflicts = violations
    .filter(({ check }) => check === conflictCheck)
    .map((violation) => ({ violation, within: definitionsOf(violation, definitions) }));
  const byDefinition = groupByDefinition([
    ...violations.filter(({ check }) => check !== conflictCheck),
    ...conflicts.flatMap(({ violation, within: [only, ...others] }) =>
      only && others.length === 0 ? { ...violation, definition: only } : [],
    ),
  ]);
  const shared = conflicts.map(({ within }) => within).filter(({ length }) => length !== 1);
  return (unit) => {
    const reached = definitionsReached(unit);
    const found = reached.flatMap((definition) => byDefinition.get(definition) ?? []);
    const isSuspect = shared.some((within) => within.every((one) => reached.includes(one)));
    if (!isSuspect) return found;
    const others = found.filter(({ check }) => check !== conflictCheck);
    return [...others, ...validateAlone(schema, unit, [conflictCheck])];
  };
}

function validateAlone(
  schema: GraphQLSchema,
  unit: OperationUnit,
  rules: readonly Check[],
): readonly Violation[] {
  return runChecks(schema, definitionsReached(unit), rules).violations;
}

function definitionsReached({ sent }: OperationUnit): readonly DefinitionNode[] {
  return [sent.operation, ...sent.fragments];
}

function groupByDefinition(
  violations: readonly Violation[],
): ReadonlyMap<DefinitionNode, readonly Violation[]> {
  const groups = new Map<DefinitionNode, Violation[]>();
  for (const violation of violations) {
    const group = groups.get(violation.definition) ?? [];
    group.push(violation);
    groups.set(violation.definition, group);
  }
  return groups;
}

/** The definitions that the nodes of an error stand in; none where that cannot be told. */
function definitionsOf(
  { error }: Violation,
  definitions: readonly DefinitionNode[],
): readonly DefinitionNode[] {
  const nodes = error.nodes ?? [];
  const found = nodes.map((node) => definitions.find((definition) => contains(definition, node)));
  const known = new Set(found.flatMap((definition) => definition ?? []));
  return found.includes(undefined) ? [] : [...known];
}

function contains({ loc: outer }: ASTNode, { loc: inner }: ASTNode): boolean {
  if (outer === undefined || inner === undefined) return false;
  const isSameText = outer.source === inner.source;
  return isSameText && outer.start <= inner.start && inner.end <= outer.end;
}
