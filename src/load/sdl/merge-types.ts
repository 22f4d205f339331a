import {
  Kind,
  type ASTNode,
  type NamedTypeNode,
  type TypeDefinitionNode,
  print,
  type NameNode,
} from 'graphql';
import { type Diagnostic, formatPlace } from '../../core/diagnostic.ts';
import { placeOf } from '../files/parse-document.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import { type TypeDeclaration, builtInKinds, definitionKindOf, kindNames } from './declarations.ts';

/** Reports a diagnostic. */
export type Report = (finding: Diagnostic) => void;

/**
 * Merges the definitions and extensions of each type, from all files.
 *
 * | definitions                        | result                                         |
 * | ---------------------------------- | ---------------------------------------------- |
 * | one definition, extensions         | merged                                         |
 * | extensions only                    | they are the definition                        |
 * | two definitions of one kind        | merged, with a warning                         |
 * | definitions of different kinds     | the first kind is used; the others are an error |
 * | a field or value defined twice     | the first is used, with a warning              |
 * | a type that is built in            | ignored; an error if it is of another kind     |
 *
 * In federation, subgraphs extend types of others and repeat their keys, so neither is reported.
 */
export function mergeTypes(
  types: ReadonlyMap<string, readonly TypeDeclaration[]>,
  federated: boolean,
  report: Report,
): Map<string, TypeDefinitionNode> {
  const merged = new Map<string, TypeDefinitionNode>();
  for (const [name, declarations] of types) {
    const builtIn = builtInKinds.get(name);
    if (builtIn) reportBuiltIn(name, builtIn, declarations, report);
    else merged.set(name, mergeType(name, declarations, federated, report));
  }
  return merged;
}

/** graphql always uses its own `String`. */
function reportBuiltIn(
  name: string,
  kind: TypeDefinitionNode['kind'],
  declarations: readonly TypeDeclaration[],
  report: Report,
): void {
  for (const node of declarations) {
    if (definitionKindOf(node) !== kind)
      report(conflict(name, `${kindNames[kind]}, built in`, node));
  }
}

function mergeType(
  name: string,
  declarations: readonly TypeDeclaration[],
  federated: boolean,
  report: Report,
): TypeDefinitionNode {
  const [first] = declarations as readonly [TypeDeclaration];
  const kind = definitionKindOf(first);
  const parts = declarations.filter((node) => definitionKindOf(node) === kind);
  for (const node of declarations) {
    if (definitionKindOf(node) !== kind) report(conflict(name, kindNames[kind] + at(first), node));
  }
  const definitions = parts.filter((node) => node.kind === kind);
  if (definitions.length === 0 && !federated) report(baseless(name, first));
  for (const again of definitions.slice(1)) report(repeated(name, first, again));
  const sameIsFine = federated || definitions.length > 1;
  return withoutRepetitions(joinParts(first, parts), (members) =>
    uniqueMembers(name, members, report, sameIsFine),
  );
}

const listKeys = ['directives', 'interfaces', 'types', 'fields', 'values'] as const;
type Lists = { readonly [Key in (typeof listKeys)[number]]?: readonly ASTNode[] };

function joinParts(first: TypeDeclaration, parts: readonly TypeDeclaration[]): TypeDefinitionNode {
  const kind = definitionKindOf(first);
  if (parts.length === 1) return { ...first, kind } as TypeDefinitionNode;
  const described = parts.find((part) => 'description' in part && part.description);
  const lists = listKeys
    .map((key) => [key, parts.flatMap((part) => (part as Lists)[key] ?? [])] as const)
    .filter(([, nodes]) => nodes.length > 0);
  const { description } = (described ?? {}) as { readonly description?: unknown };
  return { ...first, kind, description, ...Object.fromEntries(lists) } as TypeDefinitionNode;
}

type Unique = <Node extends Member & ASTNode>(members: readonly Node[]) => readonly Node[];

function withoutRepetitions(node: TypeDefinitionNode, unique: Unique): TypeDefinitionNode {
  switch (node.kind) {
    case Kind.SCALAR_TYPE_DEFINITION:
      return node;
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
      return {
        ...node,
        fields: unique(node.fields ?? []),
        interfaces: uniqueNames(node.interfaces),
      };
    case Kind.UNION_TYPE_DEFINITION:
      return { ...node, types: uniqueNames(node.types) };
    case Kind.ENUM_TYPE_DEFINITION:
      return { ...node, values: unique(node.values ?? []) };
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return { ...node, fields: unique(node.fields ?? []) };
  }
}

function uniqueNames(names: readonly NamedTypeNode[] = []): readonly NamedTypeNode[] {
  const known = new Map(names.map((node) => [node.name.value, node]));
  return known.size === names.length ? names : [...known.values()];
}

function conflict(name: string, known: string, other: TypeDeclaration): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_TYPE_CONFLICT',
    `"${name}" is defined as ${kindNames[definitionKindOf(other)]} here, but as ${known}.`,
    { place: placeOf(other) },
  );
}

function baseless(name: string, first: TypeDeclaration): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_EXTENSION_WITHOUT_BASE',
    `"${name}" is extended, but never defined; the extension is used as its definition.`,
    {
      hint: `Write the first \`extend\` of "${name}" without \`extend\`, or add the file that defines it.`,
      place: placeOf(first),
    },
  );
}

function repeated(name: string, first: TypeDeclaration, again: TypeDeclaration): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_TYPE_DUPLICATE',
    `"${name}" is defined again; the definitions are merged with the first${at(first)}.`,
    { place: placeOf(again) },
  );
}

function at(node: ASTNode): string {
  const place = placeOf(node);
  return place ? ` at ${formatPlace(place)}` : '';
}

/** A field, argument or enum value. */
export interface Member {
  readonly name: NameNode;
  readonly kind: ASTNode['kind'];
}

/**
 * Keeps the first of several members with one name, and reports the others.
 *
 * Returns the same list if all names differ. Equal repetitions are not reported with `sameIsFine`:
 * two files define the same type.
 */
export function uniqueMembers<Node extends Member & ASTNode>(
  owner: string,
  members: readonly Node[],
  report: (finding: Diagnostic) => void,
  sameIsFine = false,
): readonly Node[] {
  const first = new Map<string, Node>();
  for (const member of members) {
    const known = first.get(member.name.value);
    if (!known) first.set(member.name.value, member);
    else if (!sameIsFine || !isSameMember(known, member)) report(duplicate(owner, known, member));
  }
  return first.size === members.length ? members : [...first.values()];
}

/** Compares members without descriptions and directives. */
function isSameMember(a: ASTNode, b: ASTNode): boolean {
  const bare = { description: undefined, directives: [] };
  return print({ ...a, ...bare } as ASTNode) === print({ ...b, ...bare } as ASTNode);
}

function duplicate(owner: string, first: Member & ASTNode, again: Member & ASTNode): Diagnostic {
  const where = placeOf(first);
  const same = isSameMember(first, again) ? 'twice' : 'twice, differently';
  return loadDiagnostic(
    'SCHEMA_MEMBER_DUPLICATE',
    `"${owner}.${again.name.value}" is defined ${same}; the first definition is used${where ? ` (${formatPlace(where)})` : ''}.`,
    { place: placeOf(again) },
  );
}
