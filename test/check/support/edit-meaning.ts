import {
  isCompositeType,
  isLeafType,
  getNamedType,
  isUnionType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import type { Choices } from '../../support/choices.ts';
import { editNode } from './edit-node.ts';
import { editOperation } from './edit-operation.ts';

/** Changes what fields stand for and what they are passed, and selects more. */
export function editMeaning(
  document: DocumentNode,
  schema: GraphQLSchema,
  choices: Choices,
): DocumentNode | undefined {
  let edited: DocumentNode | undefined = document;
  for (let left = 1 + choices.below(2); edited && left > 0; left--) {
    edited =
      choices.below(4) > 0 ? editCall(edited, schema, choices) : editOperation(edited, choices);
  }
  return edited && selectMore(edited, schema, choices);
}

function editCall(document: DocumentNode, schema: GraphQLSchema, choices: Choices): DocumentNode {
  if (choices.below(3) === 0) {
    return editNode(document, choices, [Kind.ARGUMENT], (node) => passConstant(node, choices));
  }
  const others = leavesBeside(document, schema);
  return editOne(document, others, choices, (node, name) => {
    if (node.kind !== Kind.FIELD) return undefined;
    // another field with the same response name
    return { ...node, alias: node.alias ?? node.name, name: { kind: Kind.NAME, value: name } };
  });
}

/** Edits one of the nodes that have names, with one of these names. */
function editOne(
  document: DocumentNode,
  namesOf: ReadonlyMap<ASTNode, readonly string[]>,
  choices: Choices,
  edit: (node: ASTNode, name: string) => unknown,
): DocumentNode {
  if (namesOf.size === 0) return document;
  const [target, names] = choices.oneOf([...namesOf]);
  const name = choices.oneOf(names);
  const edited = visit(document, {
    enter: (node) => (node === target ? edit(node, name) : undefined),
  }) as DocumentNode;
  // each node is another object again
  return parse(print(edited));
}

/** For each leaf, the fields of the same type that its object has, too. */
function leavesBeside(
  document: DocumentNode,
  schema: GraphQLSchema,
): ReadonlyMap<ASTNode, readonly string[]> {
  const found = new Map<ASTNode, readonly string[]>();
  const info = new TypeInfo(schema);
  const enter = (node: ASTNode): void => {
    const type = info.getType();
    const own = info.getFieldDef();
    if (node.kind !== Kind.FIELD || !type || !own) return;
    const names = leavesOf(info.getParentType())
      .filter((field) => field !== own && String(field.type) === String(type))
      .map(({ name }) => name);
    if (names.length > 0) found.set(node, names);
  };
  visit(document, visitWithTypeInfo(info, { enter }));
  return found;
}

function leavesOf(parent: unknown): readonly GraphQLField<unknown, unknown>[] {
  if (!isCompositeType(parent) || isUnionType(parent)) return [];
  return Object.values(parent.getFields()).filter(
    ({ type, args }) => isLeafType(getNamedType(type)) && args.length === 0,
  );
}

function passConstant(node: ASTNode, choices: Choices): unknown {
  if (node.kind !== Kind.ARGUMENT || ['if', 'filter'].includes(node.name.value)) return undefined;
  return { ...node, value: { kind: Kind.INT, value: choices.oneOf(['1', '2', '3']) } };
}

/** Selects one more field of one of the objects. */
function selectMore(document: DocumentNode, schema: GraphQLSchema, choices: Choices): DocumentNode {
  const leaves = new Map<ASTNode, readonly string[]>();
  const info = new TypeInfo(schema);
  const enter = (node: ASTNode): void => {
    const names = leavesOf(info.getParentType()).map(({ name }) => name);
    if (node.kind === Kind.SELECTION_SET && names.length > 0) leaves.set(node, names);
  };
  visit(document, visitWithTypeInfo(info, { enter }));
  return editOne(document, leaves, choices, (node, name) => {
    if (node.kind !== Kind.SELECTION_SET) return undefined;
    const more = { kind: Kind.FIELD, alias: nameNode('more'), name: nameNode(name) };
    return { ...node, selections: [...node.selections, more] };
  });
}

function nameNode(value: string): object {
  return { kind: Kind.NAME, value };
}
