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
 * Servers grow new members of a union and new implementations of an interface without asking
 * their clients, so every abstract type has, beside its known types, one that nobody knows yet.
 */
export type RuntimeType =
  | { readonly kind: 'known'; readonly type: GraphQLObjectType }
  | { readonly kind: 'unknown'; readonly of: GraphQLAbstractType };

/**
 * The types that an object declared as `type` may have: known ones by name, then the unknown.
 *
 * The order does not follow the schema's files, so that the same schema in other files compiles
 * to the same bytes.
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
 * Whether a type condition applies to an object of this runtime type.
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
  // what is no type of it today may be added to it as it is
  if (isObjectType(condition)) return schema.isSubType(type, condition) ? 'never' : 'sometimes';
  // a union promises nothing of its future members
  return isInterfaceType(type) && schema.isSubType(condition, type) ? 'always' : 'sometimes';
}

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
