import { DirectiveLocation, Kind, type ConstDirectiveNode, type TypeDefinitionNode } from 'graphql';

/** A part of a definition that may carry directives. */
interface Carrier {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
  readonly arguments?: readonly Carrier[] | undefined;
}

/** Is shown a directive, and where it stands. */
export type SeeDirective = (use: ConstDirectiveNode, location: DirectiveLocation) => void;

/** Shows every directive that a type, its members and their arguments carry. */
export function seeDirectives(node: TypeDefinitionNode, see: SeeDirective): void {
  const [own, ofMembers] = locations[node.kind];
  seeAt(node, own, see);
  for (const member of membersOf(node)) {
    seeAt(member, ofMembers, see);
    for (const argument of member.arguments ?? []) {
      seeAt(argument, DirectiveLocation.ARGUMENT_DEFINITION, see);
    }
  }
}

function seeAt({ directives }: Carrier, location: DirectiveLocation, see: SeeDirective): void {
  if (directives) for (const use of directives) see(use, location);
}

/** Where directives of a type stand, and those of its fields or values. */
const locations = {
  [Kind.OBJECT_TYPE_DEFINITION]: [DirectiveLocation.OBJECT, DirectiveLocation.FIELD_DEFINITION],
  [Kind.INTERFACE_TYPE_DEFINITION]: [
    DirectiveLocation.INTERFACE,
    DirectiveLocation.FIELD_DEFINITION,
  ],
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: [
    DirectiveLocation.INPUT_OBJECT,
    DirectiveLocation.INPUT_FIELD_DEFINITION,
  ],
  [Kind.ENUM_TYPE_DEFINITION]: [DirectiveLocation.ENUM, DirectiveLocation.ENUM_VALUE],
  [Kind.SCALAR_TYPE_DEFINITION]: [DirectiveLocation.SCALAR, DirectiveLocation.SCALAR],
  [Kind.UNION_TYPE_DEFINITION]: [DirectiveLocation.UNION, DirectiveLocation.UNION],
} as const satisfies Record<
  TypeDefinitionNode['kind'],
  readonly [own: DirectiveLocation, ofMembers: DirectiveLocation]
>;

const none: readonly Carrier[] = [];

function membersOf(node: TypeDefinitionNode): readonly Carrier[] {
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return node.fields ?? none;
    case Kind.ENUM_TYPE_DEFINITION:
      return node.values ?? none;
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.UNION_TYPE_DEFINITION:
      return none;
  }
}
