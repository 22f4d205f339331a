import { Kind, type NamedTypeNode, type TypeDefinitionNode, type TypeNode } from 'graphql';
import { builtInKinds } from './type-kinds.ts';

/** Looks up what kind of type a name stands for. */
export interface TypeIndex {
  readonly types: ReadonlyMap<string, TypeDefinitionNode>;
  /** The kind of a name's definition; a scalar for names nobody defines. */
  kindOf(name: string): TypeDefinitionNode['kind'];
  isDefined(name: string): boolean;
}

export function indexTypes(types: ReadonlyMap<string, TypeDefinitionNode>): TypeIndex {
  return {
    types,
    kindOf: (name) =>
      types.get(name)?.kind ?? builtInKinds.get(name) ?? Kind.SCALAR_TYPE_DEFINITION,
    isDefined: (name) => types.has(name) || builtInKinds.has(name),
  };
}

/** The named type within lists and non-nulls. */
export function namedTypeOf(type: TypeNode): NamedTypeNode {
  let inner = type;
  while (inner.kind !== Kind.NAMED_TYPE) inner = inner.type;
  return inner;
}
