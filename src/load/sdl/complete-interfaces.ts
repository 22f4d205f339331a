import {
  Kind,
  print,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { finding } from '../finding.ts';
import { placeOf } from '../place-of.ts';
import type { Report } from './merge-types.ts';

type Implementing = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;

/**
 * Makes every type have what its interfaces promise: whoever compiles an operation looks fields up
 * on concrete types, and finds each that an interface has.
 *
 * | a type                                           | what becomes of it                  |
 * | ------------------------------------------------ | ----------------------------------- |
 * | lacks an interface that an interface of it has   | it implements that too              |
 * | lacks a field of an interface                    | it takes the field from there       |
 * | has the field with a type that cannot be the interface's | it takes the field from there |
 *
 * Each is a warning. Smaller contradictions (nullability, arguments) are left as they are.
 */
export function completeInterfaces(
  types: ReadonlyMap<string, TypeDefinitionNode>,
  report: Report,
): Map<string, TypeDefinitionNode> {
  const completed = new Map<string, TypeDefinitionNode>();
  for (const [name, node] of types) {
    completed.set(name, isImplementing(node) ? complete(node, types, report) : node);
  }
  return completed;
}

function isImplementing(node: TypeDefinitionNode): node is Implementing {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;
}

function complete(
  node: Implementing,
  types: ReadonlyMap<string, TypeDefinitionNode>,
  report: Report,
): Implementing {
  if (!node.interfaces?.length) return node;
  const interfaces = allInterfaces(node, types);
  for (const added of interfaces.slice(node.interfaces.length)) {
    const what = `does not implement "${added.name.value}", though an interface of it does`;
    report(incomplete(node, what));
  }
  const fields = new Map((node.fields ?? []).map((field) => [field.name.value, field]));
  for (const { name } of interfaces) {
    const promised = types.get(name.value);
    if (promised?.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    for (const field of promised.fields ?? []) {
      const problem = problemOf(fields.get(field.name.value), field, types);
      if (problem === undefined) continue;
      report(
        incomplete(node, `${problem} of interface "${name.value}"`, fields.get(field.name.value)),
      );
      fields.set(field.name.value, field);
    }
  }
  return { ...node, interfaces, fields: [...fields.values()] };
}

/** The interfaces of a type, then those they implement. */
function allInterfaces(
  node: Implementing,
  types: ReadonlyMap<string, TypeDefinitionNode>,
): readonly NamedTypeNode[] {
  const found = new Map((node.interfaces ?? []).map((type) => [type.name.value, type]));
  for (const name of found.keys()) {
    const further = types.get(name);
    if (!further || !isImplementing(further)) continue;
    for (const type of further.interfaces ?? []) {
      if (type.name.value !== node.name.value && !found.has(type.name.value)) {
        found.set(type.name.value, type);
      }
    }
  }
  return [...found.values()];
}

function problemOf(
  own: FieldDefinitionNode | undefined,
  promised: FieldDefinitionNode,
  types: ReadonlyMap<string, TypeDefinitionNode>,
): string | undefined {
  const name = promised.name.value;
  if (!own) return `lacks field "${name}"`;
  if (canStandFor(own.type, promised.type, types)) return undefined;
  return `has field "${name}" as ${print(own.type)}, which cannot be the ${print(promised.type)}`;
}

/** Whether values of one type are values of the other, nullability aside. */
function canStandFor(
  own: TypeNode,
  promised: TypeNode,
  types: ReadonlyMap<string, TypeDefinitionNode>,
): boolean {
  if (own.kind === Kind.NON_NULL_TYPE) return canStandFor(own.type, promised, types);
  if (promised.kind === Kind.NON_NULL_TYPE) return canStandFor(own, promised.type, types);
  if (own.kind === Kind.LIST_TYPE) {
    return promised.kind === Kind.LIST_TYPE && canStandFor(own.type, promised.type, types);
  }
  if (promised.kind === Kind.LIST_TYPE) return false;
  return own.name.value === promised.name.value || isMember(own.name.value, promised, types);
}

function isMember(
  name: string,
  { name: { value: abstract } }: NamedTypeNode,
  types: ReadonlyMap<string, TypeDefinitionNode>,
): boolean {
  const union = types.get(abstract);
  if (union?.kind === Kind.UNION_TYPE_DEFINITION) {
    return (union.types ?? []).some((member) => member.name.value === name);
  }
  const node = types.get(name);
  if (!node || !isImplementing(node)) return false;
  return allInterfaces(node, types).some((type) => type.name.value === abstract);
}

function incomplete(
  node: Implementing,
  what: string,
  at: FieldDefinitionNode | Implementing = node,
) {
  return finding(
    'warning',
    'SCHEMA_INTERFACE_INCOMPLETE',
    `"${node.name.value}" ${what}; it is served as if it did what the interface says.`,
    'Correct the type or its interface: no server runs on such a schema.',
    { place: placeOf(at) },
  );
}
