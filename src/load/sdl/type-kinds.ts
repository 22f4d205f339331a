import { Kind, specifiedScalarTypes, type TypeDefinitionNode } from 'graphql';
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

/** Types that need no definition: `Int`, `Float`, `String`, `Boolean`, `ID`. */
export const builtInScalars: ReadonlySet<string> = new Set(
  specifiedScalarTypes.map(({ name }) => name),
);
