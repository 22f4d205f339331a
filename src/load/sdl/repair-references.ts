import {
  Kind,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type NamedTypeNode,
  type NameNode,
  type TypeDefinitionNode,
} from 'graphql';
import { finding } from '../finding.ts';
import { placeOf } from '../place-of.ts';
import type { Report } from './merge-types.ts';
import { indexTypes, namedTypeOf, type TypeIndex } from './type-index.ts';
import { kindNames, outputOnly } from './type-kinds.ts';
import { uniqueMembers } from './unique-members.ts';

/** Definitions in which every type stands where its kind may. */
export interface RepairedTypes {
  readonly types: Map<string, TypeDefinitionNode>;
  /** Uses of types that nobody defines, by name, the first use first. */
  readonly missing: ReadonlyMap<string, NamedTypeNode>;
}

/**
 * Leaves out what no schema can hold, so that the rest can be served.
 *
 * | found                                            | what becomes of it                 |
 * | ------------------------------------------------ | ---------------------------------- |
 * | a field whose type is an input type              | left out                           |
 * | an argument or input field of an output type     | left out                           |
 * | a union member that is no object type            | left out                           |
 * | `implements` of something that is no interface   | left out                           |
 * | a field or argument of a type nobody defines     | kept; the type counts as missing   |
 *
 * Each is a warning.
 */
export function repairReferences(
  given: ReadonlyMap<string, TypeDefinitionNode>,
  report: Report,
): RepairedTypes {
  const missing = new Map<string, NamedTypeNode>();
  const repairer = createRepairer(indexTypes(given), missing, report);
  const types = new Map<string, TypeDefinitionNode>();
  for (const [name, node] of given) types.set(name, repairer(node));
  return { types, missing };
}

function createRepairer(index: TypeIndex, missing: Map<string, NamedTypeNode>, report: Report) {
  /** Whether a member's type may stand there; a type nobody defines may stand anywhere. */
  const fits = (owner: string, name: NameNode, type: NamedTypeNode, use: Use): boolean => {
    const found = type.name.value;
    if (!index.isDefined(found) && !missing.has(found)) missing.set(found, type);
    const kind = index.kindOf(found);
    if (use.accepts(kind)) return true;
    report(
      misused(`${owner}.${name.value}`, `is of type "${found}", ${kindNames[kind]}`, use, type),
    );
    return false;
  };
  const inputs = (owner: string, values: readonly InputValueDefinitionNode[] = []) =>
    keep(values, ({ name, type }) => fits(owner, name, namedTypeOf(type), inputUse));
  const field = (owner: string, node: FieldDefinitionNode): FieldDefinitionNode => {
    if (!node.arguments?.length) return node;
    const path = `${owner}.${node.name.value}`;
    const args = inputs(path, uniqueMembers(path, node.arguments, report));
    return args === node.arguments ? node : { ...node, arguments: args };
  };
  const outputs = (owner: string, fields: readonly FieldDefinitionNode[] = []) =>
    keep(fields, ({ name, type }) => fits(owner, name, namedTypeOf(type), outputUse)).map((node) =>
      field(owner, node),
    );
  const only = (owner: string, names: readonly NamedTypeNode[] = [], use: Use) =>
    keep(names, (type) => {
      const name = type.name.value;
      if (index.isDefined(name) && use.accepts(index.kindOf(name))) return true;
      const what = index.isDefined(name) ? `is ${kindNames[index.kindOf(name)]}` : 'is not defined';
      report(misused(owner, `names "${name}", which ${what}`, use, type));
      return false;
    });
  return (node: TypeDefinitionNode): TypeDefinitionNode => {
    const name = node.name.value;
    switch (node.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_DEFINITION: {
        const interfaces = only(name, node.interfaces, interfaceUse);
        return { ...node, fields: outputs(name, node.fields), interfaces };
      }
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        return { ...node, fields: inputs(name, node.fields) };
      case Kind.UNION_TYPE_DEFINITION:
        return { ...node, types: only(name, node.types, memberUse) };
      case Kind.SCALAR_TYPE_DEFINITION:
      case Kind.ENUM_TYPE_DEFINITION:
        return node;
    }
  };
}

/** A place that only some kinds of type fit into. */
interface Use {
  readonly accepts: (kind: TypeDefinitionNode['kind']) => boolean;
  /** What is left out when the kind is wrong. */
  readonly leftOut: string;
  readonly needs: string;
}

const outputUse: Use = {
  accepts: (kind) => kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION,
  leftOut: 'the field',
  needs: 'a field needs a type that can be answered',
};
const inputUse: Use = {
  accepts: (kind) => !outputOnly.has(kind),
  leftOut: 'the argument or input field',
  needs: 'an argument or input field needs a scalar, an enum or an input type',
};
const memberUse: Use = {
  accepts: (kind) => kind === Kind.OBJECT_TYPE_DEFINITION,
  leftOut: 'the member',
  needs: 'a union has object types as members',
};
const interfaceUse: Use = {
  accepts: (kind) => kind === Kind.INTERFACE_TYPE_DEFINITION,
  leftOut: 'the interface',
  needs: 'a type implements interfaces',
};

function misused(what: string, how: string, { leftOut, needs }: Use, type: NamedTypeNode) {
  return finding(
    'warning',
    'SCHEMA_TYPE_MISUSED',
    `"${what}" ${how}; ${leftOut} is left out.`,
    `Correct the type: ${needs}.`,
    { place: placeOf(type) },
  );
}

/** Filters, and gives the list itself back when everything stays. */
function keep<Item>(items: readonly Item[], fits: (item: Item) => boolean): readonly Item[] {
  const kept = items.filter(fits);
  return kept.length === items.length ? items : kept;
}
