import {
  Kind,
  print,
  type ASTNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
  type TypeDefinitionNode,
} from 'graphql';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { placeOf } from '../files/parse-document.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import { namedTypeOf, outputOnly } from './declarations.ts';
import type { Report } from './merge-types.ts';

type Implementing = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;
type Types = ReadonlyMap<string, TypeDefinitionNode>;

/** Types that have all members of their interfaces. */
export interface CompletedTypes {
  readonly types: Map<string, TypeDefinitionNode>;
  /** Contradictions, an error each; they prevent the schema. */
  readonly contradictions: readonly Diagnostic[];
}

/**
 * Adds missing members of interfaces to the types that implement them, because the compiler looks
 * fields up on concrete types.
 *
 * | a type                                           | result                               |
 * | ------------------------------------------------ | ------------------------------------ |
 * | lacks an interface that an interface of it has   | implements that too, with a warning |
 * | lacks a field of an interface                    | gets the field from there, with a warning |
 * | has the field with a type that does not allow the same selections | an error |
 *
 * Smaller contradictions (nullability, lists, arguments, one scalar for another) are left
 * unchanged.
 */
export function completeInterfaces(definitions: Types, report: Report): CompletedTypes {
  const contradictions: Diagnostic[] = [];
  const types = new Map<string, TypeDefinitionNode>();
  for (const [name, node] of definitions) {
    const interfaces = isImplementing(node) ? allInterfaces(node, definitions) : [];
    const completed = isImplementing(node) ? complete(node, interfaces, definitions, report) : node;
    types.set(name, completed);
    if (isImplementing(completed)) contradictions.push(...contradictionsOf(completed, definitions));
  }
  return { types, contradictions };
}

function isImplementing(node: TypeDefinitionNode): node is Implementing {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;
}

/** The interfaces of a type, then those they implement. */
function allInterfaces(node: Implementing, types: Types): readonly NamedTypeNode[] {
  const found = new Map((node.interfaces ?? []).map((type) => [type.name.value, type]));
  for (const name of found.keys()) {
    const further = types.get(name);
    if (!further || !isImplementing(further)) continue;
    for (const type of further.interfaces ?? []) {
      const known = type.name.value === node.name.value || found.has(type.name.value);
      if (!known) found.set(type.name.value, type);
    }
  }
  return [...found.values()];
}

function complete(
  node: Implementing,
  interfaces: readonly NamedTypeNode[],
  types: Types,
  report: Report,
): Implementing {
  if (interfaces.length === 0) return node;
  for (const added of interfaces.slice(node.interfaces?.length)) {
    report(
      incomplete(node, `does not implement "${added.name.value}", though an interface of it does`),
    );
  }
  const own = new Set((node.fields ?? []).map(({ name }) => name.value));
  const added: FieldDefinitionNode[] = [];
  for (const [name, promised] of promisedFields(interfaces, types)) {
    if (own.has(name)) continue;
    report(incomplete(node, `lacks field "${name}", which an interface of it has`));
    added.push(mostNarrow(promised, types));
  }
  return { ...node, interfaces, fields: [...(node.fields ?? []), ...added] };
}

function promisedFields(interfaces: readonly NamedTypeNode[], types: Types) {
  const promised = new Map<string, FieldDefinitionNode[]>();
  for (const { name } of interfaces) {
    const node = types.get(name.value);
    const fields = node && isImplementing(node) ? (node.fields ?? []) : [];
    for (const field of fields) {
      const known = promised.get(field.name.value);
      if (known) known.push(field);
      else promised.set(field.name.value, [field]);
    }
  }
  return promised;
}

/** Returns the field of several interfaces that satisfies all of them. */
function mostNarrow(promised: readonly FieldDefinitionNode[], types: Types): FieldDefinitionNode {
  const [first] = promised as readonly [FieldDefinitionNode];
  return promised.find((field) => promised.every((other) => keeps(field, other, types))) ?? first;
}

function contradictionsOf(node: Implementing, types: Types): readonly Diagnostic[] {
  if (!node.interfaces?.length) return [];
  const promised = promisedFields(node.interfaces, types);
  return (node.fields ?? []).flatMap((field) =>
    (promised.get(field.name.value) ?? [])
      .filter((other) => !keeps(field, other, types))
      .map((other) => contradiction(node, field, other)),
  );
}

/** Returns whether every selection of the interface's field is valid on the other field. */
function keeps(field: FieldDefinitionNode, promised: FieldDefinitionNode, types: Types): boolean {
  const own = namedTypeOf(field.type).name.value;
  const wanted = namedTypeOf(promised.type).name.value;
  const node = types.get(own);
  if (own === wanted) return true;
  if (!isComposite(node)) return !isComposite(types.get(wanted));
  const union = types.get(wanted);
  if (union?.kind === Kind.UNION_TYPE_DEFINITION) return has(union.types, own);
  return isImplementing(node) && has(allInterfaces(node, types), wanted);
}

function isComposite(node: TypeDefinitionNode | undefined): node is TypeDefinitionNode {
  return node !== undefined && outputOnly.has(node.kind);
}

function has(names: readonly NamedTypeNode[] | undefined, wanted: string): boolean {
  return (names ?? []).some(({ name }) => name.value === wanted);
}

function incomplete(node: Implementing, what: string): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_INTERFACE_INCOMPLETE',
    `"${node.name.value}" ${what}; it is served as if it did.`,
    { place: placeOf(node) },
  );
}

function contradiction(
  { name }: Implementing,
  field: FieldDefinitionNode,
  promised: FieldDefinitionNode,
): Diagnostic {
  return loadDiagnostic(
    'SCHEMA_INTERFACE_CONTRADICTED',
    `"${name.value}.${field.name.value}" is ${print(field.type)}, which is incompatible with ${print(promised.type)} of an interface of "${name.value}".`,
    { place: placeOf(field as ASTNode) },
  );
}
