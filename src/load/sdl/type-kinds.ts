import {
  introspectionTypes,
  isEnumType,
  isScalarType,
  Kind,
  specifiedScalarTypes,
  type GraphQLNamedType,
  type TypeDefinitionNode,
} from 'graphql';
import type { TypeDeclaration } from './declarations.ts';

/** The kind of definition that a definition or extension belongs to. */
export function definitionKindOf({ kind }: TypeDeclaration): TypeDefinitionNode['kind'] {
  return definitionKinds[kind];
}

const definitionKinds = {
  [Kind.SCALAR_TYPE_DEFINITION]: Kind.SCALAR_TYPE_DEFINITION,
  [Kind.SCALAR_TYPE_EXTENSION]: Kind.SCALAR_TYPE_DEFINITION,
  [Kind.OBJECT_TYPE_DEFINITION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_DEFINITION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.UNION_TYPE_DEFINITION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_DEFINITION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
} as const satisfies Record<TypeDeclaration['kind'], TypeDefinitionNode['kind']>;

/** What a type of a kind is called in messages. */
export const kindNames: Readonly<Record<TypeDefinitionNode['kind'], string>> = {
  [Kind.SCALAR_TYPE_DEFINITION]: 'a scalar',
  [Kind.OBJECT_TYPE_DEFINITION]: 'an object type',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'an interface',
  [Kind.UNION_TYPE_DEFINITION]: 'a union',
  [Kind.ENUM_TYPE_DEFINITION]: 'an enum',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'an input type',
};

/** Kinds of type that an argument or an input field cannot have. */
export const outputOnly: ReadonlySet<string> = new Set([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.UNION_TYPE_DEFINITION,
]);

/** Types that are there without a definition: the scalars, and those of introspection. */
export const builtInKinds: ReadonlyMap<string, TypeDefinitionNode['kind']> = new Map(
  [...specifiedScalarTypes, ...introspectionTypes].map((type) => [type.name, kindOfType(type)]),
);

function kindOfType(type: GraphQLNamedType): TypeDefinitionNode['kind'] {
  if (isScalarType(type)) return Kind.SCALAR_TYPE_DEFINITION;
  return isEnumType(type) ? Kind.ENUM_TYPE_DEFINITION : Kind.OBJECT_TYPE_DEFINITION;
}
