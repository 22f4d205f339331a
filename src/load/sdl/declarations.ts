import {
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type SchemaDefinitionNode,
  type SchemaExtensionNode,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from 'graphql';

/** A definition or an extension of a type, as written. */
export type TypeDeclaration = TypeDefinitionNode | TypeExtensionNode;

/** Everything that SDL files define, sorted by what it is about. */
export interface Declarations {
  /** By type name, in the order of the files; definitions before extensions. */
  readonly types: ReadonlyMap<string, readonly TypeDeclaration[]>;
  readonly directives: ReadonlyMap<string, readonly DirectiveDefinitionNode[]>;
  /** `schema { … }` and its extensions. */
  readonly roots: readonly (SchemaDefinitionNode | SchemaExtensionNode)[];
  /** Operations and fragments, which do not belong here. */
  readonly strays: readonly DefinitionNode[];
}

/** Sorts definitions by what they are about. */
export function collectDeclarations(definitions: readonly DefinitionNode[]): Declarations {
  const extensions: TypeExtensionNode[] = [];
  const types = new Map<string, TypeDeclaration[]>();
  const directives = new Map<string, DirectiveDefinitionNode[]>();
  const roots: (SchemaDefinitionNode | SchemaExtensionNode)[] = [];
  const strays: DefinitionNode[] = [];
  for (const node of definitions) {
    if (isTypeDefinitionNode(node)) append(types, node.name.value, node);
    else if (isTypeExtensionNode(node)) extensions.push(node);
    else if (node.kind === Kind.DIRECTIVE_DEFINITION) append(directives, node.name.value, node);
    else if (node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION) {
      roots.push(node);
    } else strays.push(node);
  }
  for (const node of extensions) append(types, node.name.value, node);
  return { types, directives, roots, strays };
}

function append<Node>(map: Map<string, Node[]>, name: string, node: Node): void {
  const known = map.get(name);
  if (known) known.push(node);
  else map.set(name, [node]);
}
