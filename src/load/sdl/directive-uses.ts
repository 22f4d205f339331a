import { Kind, type ConstDirectiveNode, type TypeDefinitionNode } from 'graphql';

/** A part of a definition that may carry directives. */
interface Carrier {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
  readonly arguments?: readonly Carrier[] | undefined;
}

/** Every directive that a type, its members and their arguments carry. */
export function* directiveUses(node: TypeDefinitionNode): Generator<ConstDirectiveNode> {
  for (const carrier of carriersOf(node)) {
    yield* carrier.directives ?? [];
    for (const argument of carrier.arguments ?? []) yield* argument.directives ?? [];
  }
}

function carriersOf(node: TypeDefinitionNode): readonly Carrier[] {
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return [node, ...(node.fields ?? [])];
    case Kind.ENUM_TYPE_DEFINITION:
      return [node, ...(node.values ?? [])];
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.UNION_TYPE_DEFINITION:
      return [node];
  }
}
