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
  type NamedTypeNode,
  type TypeNode,
  introspectionTypes,
  isEnumType,
  isScalarType,
  specifiedScalarTypes,
  type GraphQLNamedType,
} from 'graphql';

/** A definition or an extension of a type, as written. */
export type TypeDeclaration = TypeDefinitionNode | TypeExtensionNode;

/** The definitions of SDL files, by kind. */
export interface Declarations {
  /** By type name, in the order of the files; definitions before extensions. */
  readonly types: ReadonlyMap<string, readonly TypeDeclaration[]>;
  readonly directives: ReadonlyMap<string, readonly DirectiveDefinitionNode[]>;
  /** `schema { … }` and its extensions. */
  readonly roots: readonly (SchemaDefinitionNode | SchemaExtensionNode)[];
  /** Operations and fragments, which are ignored. */
  readonly executable: readonly DefinitionNode[];
}

/** Sorts definitions by kind. */
export function collectDeclarations(definitions: readonly DefinitionNode[]): Declarations {
  const extensions: TypeExtensionNode[] = [];
  const types = new Map<string, TypeDeclaration[]>();
  const directives = new Map<string, DirectiveDefinitionNode[]>();
  const roots: (SchemaDefinitionNode | SchemaExtensionNode)[] = [];
  const executable: DefinitionNode[] = [];
  for (const node of definitions) {
    if (isTypeDefinitionNode(node)) append(types, node.name.value, node);
    else if (isTypeExtensionNode(node)) extensions.push(node);
    else if (node.kind === Kind.DIRECTIVE_DEFINITION) append(directives, node.name.value, node);
    else if (node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION) {
      roots.push(node);
    } else executable.push(node);
  }
  for (const node of extensions) append(types, node.name.value, node);
  return { types, directives, roots, executable };
}

function append<Node>(map: Map<string, Node[]>, name: string, node: Node): void {
  const known = map.get(name);
  if (known) known.push(node);
  else map.set(name, [node]);
}

/** Looks up the kind of a type by name. */
export interface TypeIndex {
  readonly types: ReadonlyMap<string, TypeDefinitionNode>;
  /** The kind of a type; scalar for undefined names. */
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

/** The names of the kinds of type in messages. */
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

/** Types that need no definition: the built-in scalars, and those of introspection. */
export const builtInKinds: ReadonlyMap<string, TypeDefinitionNode['kind']> = new Map(
  [...specifiedScalarTypes, ...introspectionTypes].map((type) => [type.name, kindOfType(type)]),
);

function kindOfType(type: GraphQLNamedType): TypeDefinitionNode['kind'] {
  if (isScalarType(type)) return Kind.SCALAR_TYPE_DEFINITION;
  return isEnumType(type) ? Kind.ENUM_TYPE_DEFINITION : Kind.OBJECT_TYPE_DEFINITION;
}
