import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { Presence } from './presence.ts';

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
