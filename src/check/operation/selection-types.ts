import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { ownMember } from '../../core/json.ts';

/** Returns whether a fragment with this type condition applies to every object of the type. */
export function alwaysApplies(
  condition: string | undefined,
  parent: GraphQLCompositeType | undefined,
  schema: GraphQLSchema,
): boolean {
  if (condition === undefined || condition === parent?.name) return true;
  const type = schema.getType(condition);
  if (!parent || !isObjectType(parent) || !isCompositeType(type) || isObjectType(type))
    return false;
  return schema.isSubType(type, parent);
}

/** Returns a field of an object or interface type. */
export function fieldOf(
  type: GraphQLNamedType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  return ownMember(type.getFields(), name) as GraphQLField<unknown, unknown> | undefined;
}

/** Returns the type that the selections of a field select of. */
export function typeOfField(
  { name }: FieldNode,
  parent: GraphQLCompositeType | undefined,
): GraphQLCompositeType | undefined {
  const field = parent && fieldOf(parent, name.value);
  const type = field && getNamedType(field.type);
  return isCompositeType(type) ? type : undefined;
}
