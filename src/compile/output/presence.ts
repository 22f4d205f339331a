import { Kind, type DirectiveNode, type SelectionNode } from 'graphql';

/** Whether a selection takes part in an answer, as far as the document alone can tell. */
export type Presence = 'always' | 'sometimes' | 'never';

/**
 * Reads `@skip` and `@include`.
 *
 * | directives                                | presence    |
 * | ----------------------------------------- | ----------- |
 * | none, `@include(if: true)`                | `always`    |
 * | `@include(if: $x)`, `@skip(if: $x)`       | `sometimes` |
 * | `@include(if: false)`, `@skip(if: true)`  | `never`     |
 *
 * Both directives must let a selection pass, so the least present of the two counts.
 * See https://spec.graphql.org/September2025/#sec--skip.
 */
export function presenceOf(selection: SelectionNode): Presence {
  const { directives } = selection;
  if (directives === undefined || directives.length === 0) return 'always';
  return leastPresent(directives.map(presenceByDirective));
}

function presenceByDirective(directive: DirectiveNode): Presence {
  const name = directive.name.value;
  if (name !== 'skip' && name !== 'include') return 'always';
  const condition = directive.arguments?.find((argument) => argument.name.value === 'if')?.value;
  if (condition?.kind !== Kind.BOOLEAN) return 'sometimes';
  return condition.value === (name === 'include') ? 'always' : 'never';
}

function leastPresent(presences: readonly Presence[]): Presence {
  if (presences.includes('never')) return 'never';
  return presences.includes('sometimes') ? 'sometimes' : 'always';
}
