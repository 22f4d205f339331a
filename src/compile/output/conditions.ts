import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type DirectiveNode,
  type SelectionNode,
} from 'graphql';

/**
 * A type that an object in an answer may have at run time.
 *
 * Servers add members to unions and implementations to interfaces without changing their clients, so
 * every abstract type has an unknown type in addition to its known ones.
 */
export type RuntimeType =
  | { readonly kind: 'known'; readonly type: GraphQLObjectType }
  | { readonly kind: 'unknown'; readonly of: GraphQLAbstractType };

/**
 * Returns the types that an object declared as `type` may have: known ones by name, then the unknown
 * one. The order does not depend on the files of the schema.
 */
export function runtimeTypesOf(
  type: GraphQLCompositeType,
  schema: GraphQLSchema,
): readonly RuntimeType[] {
  if (isObjectType(type)) return [{ kind: 'known', type }];
  const known = [...schema.getPossibleTypes(type)].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    ...known.map((possible) => ({ kind: 'known' as const, type: possible })),
    { kind: 'unknown', of: type },
  ];
}

/**
 * Returns whether a type condition applies to an object of this runtime type.
 *
 * | runtime type         | condition                       | applies     |
 * | -------------------- | ------------------------------- | ----------- |
 * | known `T`            | `T`, or an abstract type of `T` | `always`    |
 * | known `T`            | another type                    | `never`     |
 * | unknown member of `P` | `P`, or an interface of `P`    | `always`    |
 * | unknown member of `P` | a known type of `P`             | `never`     |
 * | unknown member of `P` | another type                    | `sometimes` |
 *
 * See `DoesFragmentTypeApply`, https://spec.graphql.org/September2025/#DoesFragmentTypeApply().
 */
export function conditionApplies(
  condition: GraphQLCompositeType,
  runtime: RuntimeType,
  schema: GraphQLSchema,
): Presence {
  const type = runtime.kind === 'known' ? runtime.type : runtime.of;
  if (condition === type) return 'always';
  if (isObjectType(type)) {
    return isAbstractType(condition) && schema.isSubType(condition, type) ? 'always' : 'never';
  }
  // an existing type may be added to the abstract type later
  if (isObjectType(condition)) return schema.isSubType(type, condition) ? 'never' : 'sometimes';
  // a union guarantees nothing about its future members
  return isInterfaceType(type) && schema.isSubType(condition, type) ? 'always' : 'sometimes';
}

/** Whether a selection is part of an answer, judging by the document alone. */
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
 * Both directives must include the selection, so the lesser presence of the two counts.
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
