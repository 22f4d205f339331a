import {
  Kind,
  type DirectiveDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type NamedTypeNode,
  type TypeDefinitionNode,
} from 'graphql';
import { placeOf } from '../files/parse-document.ts';
import { loadDiagnostic } from '../model/diagnostics.ts';
import { indexTypes, namedTypeOf, type TypeIndex, kindNames, outputOnly } from './declarations.ts';
import { type Report, uniqueMembers } from './merge-types.ts';

/** Definitions in which every type is used where its kind is allowed. */
export interface RepairedTypes {
  readonly types: Map<string, TypeDefinitionNode>;
  /** The first use of each undefined type, by name. */
  readonly missing: ReadonlyMap<string, NamedTypeNode>;
}

/**
 * Omits members that no valid schema can have, so that the rest can be served.
 *
 * | member                                           | result                             |
 * | ------------------------------------------------ | ---------------------------------- |
 * | a field whose type is an input type              | omitted                            |
 * | an argument or input field of an output type     | omitted                            |
 * | a union member that is not an object type        | omitted                            |
 * | `implements` of a type that is not an interface  | omitted                            |
 * | a field or argument of an undefined type         | kept; the type counts as missing   |
 *
 * Each is a warning.
 */
export function repairReferences(
  definitions: ReadonlyMap<string, TypeDefinitionNode>,
  directives: readonly DirectiveDefinitionNode[],
  report: Report,
): RepairedTypes {
  const repair: Repair = { index: indexTypes(definitions), missing: new Map(), report };
  const types = new Map<string, TypeDefinitionNode>();
  for (const [name, node] of definitions) types.set(name, repairType(node, repair));
  for (const { arguments: args = [] } of directives) {
    for (const { type } of args) noteMissing(namedTypeOf(type), repair);
  }
  return { types, missing: repair.missing };
}

interface Repair {
  readonly index: TypeIndex;
  readonly missing: Map<string, NamedTypeNode>;
  readonly report: Report;
}

function repairType(node: TypeDefinitionNode, repair: Repair): TypeDefinitionNode {
  const name = node.name.value;
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION: {
      const interfaces = keepNamed(name, node.interfaces, interfaceUse, repair);
      return { ...node, fields: repairFields(name, node.fields, repair), interfaces };
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return { ...node, fields: keepInputs(name, node.fields, repair) };
    case Kind.UNION_TYPE_DEFINITION:
      return { ...node, types: keepNamed(name, node.types, memberUse, repair) };
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.ENUM_TYPE_DEFINITION:
      return node;
  }
}

function repairFields(
  owner: string,
  fields: readonly FieldDefinitionNode[] = [],
  repair: Repair,
): readonly FieldDefinitionNode[] {
  return fields
    .filter((field) => fits(owner, field, outputUse, repair))
    .map((field) => {
      if (!field.arguments?.length) return field;
      const path = `${owner}.${field.name.value}`;
      const args = uniqueMembers(path, field.arguments, repair.report);
      return { ...field, arguments: keepInputs(path, args, repair) };
    });
}

function keepInputs(
  owner: string,
  values: readonly InputValueDefinitionNode[] = [],
  repair: Repair,
): readonly InputValueDefinitionNode[] {
  return values.filter((value) => fits(owner, value, inputUse, repair));
}

/** Returns whether the type of a member is allowed; an undefined type is allowed everywhere. */
function fits(
  owner: string,
  { name, type }: FieldDefinitionNode | InputValueDefinitionNode,
  use: Use,
  repair: Repair,
): boolean {
  const named = namedTypeOf(type);
  noteMissing(named, repair);
  const kind = repair.index.kindOf(named.name.value);
  if (use.accepts(kind)) return true;
  const how = `is of type "${named.name.value}", ${kindNames[kind]}`;
  repair.report(misused(`${owner}.${name.value}`, how, use, named));
  return false;
}

function noteMissing(type: NamedTypeNode, { index, missing }: Repair): void {
  const name = type.name.value;
  if (!index.isDefined(name) && !missing.has(name)) missing.set(name, type);
}

/** Keeps the names of types that are allowed as members or interfaces. */
function keepNamed(
  owner: string,
  names: readonly NamedTypeNode[] = [],
  use: Use,
  { index, report }: Repair,
): readonly NamedTypeNode[] {
  return names.filter((type) => {
    const name = type.name.value;
    const kind = index.kindOf(name);
    if (index.isDefined(name) && use.accepts(kind)) return true;
    const what = index.isDefined(name) ? `is ${kindNames[kind]}` : 'is not defined';
    report(misused(owner, `names "${name}", which ${what}`, use, type));
    return false;
  });
}

/** A position that allows some kinds of type only. */
interface Use {
  readonly accepts: (kind: TypeDefinitionNode['kind']) => boolean;
  /** The omitted part, for the message. */
  readonly omitted: string;
  readonly needs: string;
}

const outputUse: Use = {
  accepts: (kind) => kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION,
  omitted: 'the field',
  needs: 'a field needs an output type',
};
const inputUse: Use = {
  accepts: (kind) => !outputOnly.has(kind),
  omitted: 'the argument or input field',
  needs: 'an argument or input field needs a scalar, an enum or an input type',
};
const memberUse: Use = {
  accepts: (kind) => kind === Kind.OBJECT_TYPE_DEFINITION,
  omitted: 'the member',
  needs: 'a union has object types as members',
};
const interfaceUse: Use = {
  accepts: (kind) => kind === Kind.INTERFACE_TYPE_DEFINITION,
  omitted: 'the interface',
  needs: 'a type implements interfaces',
};

function misused(what: string, how: string, { omitted, needs }: Use, type: NamedTypeNode) {
  return loadDiagnostic('SCHEMA_TYPE_MISUSED', `"${what}" ${how}; ${omitted} is omitted.`, {
    hint: `Correct the type: ${needs}.`,
    place: placeOf(type),
  });
}
