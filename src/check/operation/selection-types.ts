import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
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

/** Returns the type that the selections of a field select of. */
export function typeOfField(
  field: FieldNode,
  parent: GraphQLCompositeType | undefined,
): GraphQLCompositeType | undefined {
  if (!(isObjectType(parent) || isInterfaceType(parent))) return undefined;
  const found = ownMember(parent.getFields(), field.name.value) as
    GraphQLField<unknown, unknown> | undefined;
  const type = found && getNamedType(found.type);
  return isCompositeType(type) ? type : undefined;
}
