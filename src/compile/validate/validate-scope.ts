import type { ASTNode, DefinitionNode, GraphQLSchema } from 'graphql';
import { getOrCreate } from '../../core/memo.ts';
import type { Definitions, OperationScope, WithDefinitions } from '../model/scopes.ts';
import { checks, conflictCheck, type Check } from './checks.ts';
import { runChecks, type Violation } from './run-checks.ts';

/** Returns the violations of an operation and the fragments it uses; none if it is valid. */
export type ViolationsOf = (definitions: Definitions) => readonly Violation[];

/**
 * Validates the operations of a scope.
 *
 * All are validated in one visit, so that each fragment is visited once; each error then belongs to
 * the operations that use its definition. Conflicts between fields of two definitions are the
 * exception: graphql-js reports such a pair only once, so operations that use both definitions are
 * validated again one by one.
 */
export function validateScope<Operation extends WithDefinitions>(
  schema: GraphQLSchema,
  { fragments, operations }: OperationScope<Operation>,
): ViolationsOf {
  const definitions = [...fragments.values(), ...operations.map(({ sent }) => sent.operation)];
  const { violations, isComplete } = runChecks(schema, definitions, checks);
  if (!isComplete) return (sent) => validateAlone(schema, sent, checks);
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
  return (sent) => {
    const used = allDefinitions(sent);
    const found = used.flatMap((definition) => byDefinition.get(definition) ?? []);
    const mayConflict = shared.some((within) => within.every((one) => used.includes(one)));
    if (!mayConflict) return found;
    const others = found.filter(({ check }) => check !== conflictCheck);
    return [...others, ...validateAlone(schema, sent, [conflictCheck])];
  };
}

function validateAlone(
  schema: GraphQLSchema,
  sent: Definitions,
  rules: readonly Check[],
): readonly Violation[] {
  return runChecks(schema, allDefinitions(sent), rules).violations;
}

function allDefinitions({ operation, fragments }: Definitions): readonly DefinitionNode[] {
  return [operation, ...fragments];
}

function groupByDefinition(
  violations: readonly Violation[],
): ReadonlyMap<DefinitionNode, readonly Violation[]> {
  const groups = new Map<DefinitionNode, Violation[]>();
  for (const violation of violations) {
    getOrCreate(groups, violation.definition, () => []).push(violation);
  }
  return groups;
}

/** Returns the definitions that contain the nodes of an error; none if one is in no definition. */
function definitionsOf(
  { error }: Violation,
  definitions: readonly DefinitionNode[],
): readonly DefinitionNode[] {
  const nodes = error.nodes ?? [];
  const found = nodes.map((node) => definitions.find((definition) => contains(definition, node)));
  const distinct = new Set(found.flatMap((definition) => definition ?? []));
  return found.includes(undefined) ? [] : [...distinct];
}

function contains({ loc: outer }: ASTNode, { loc: inner }: ASTNode): boolean {
  if (outer === undefined || inner === undefined) return false;
  const isSameText = outer.source === inner.source;
  return isSameText && outer.start <= inner.start && inner.end <= outer.end;
}
