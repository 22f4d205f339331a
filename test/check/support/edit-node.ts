import { Kind, visit, type ASTNode, type DocumentNode, type TypeNode } from 'graphql';
import type { Choices } from '../../support/choices.ts';
import { leafTypes } from './random-api.ts';

/** Makes another node of a node; null leaves it out, undefined leaves it as it is. */
export type Edit = (node: ASTNode) => unknown;

/** Applies an edit to one of the nodes of a kind. */
export function editNode(
  document: DocumentNode,
  choices: Choices,
  kinds: readonly Kind[],
  edit: Edit,
): DocumentNode {
  const nodes: ASTNode[] = [];
  visit(document, { enter: (node) => void (kinds.includes(node.kind) && nodes.push(node)) });
  if (nodes.length === 0) return document;
  const target = choices.oneOf(nodes);
  return visit(document, {
    enter: (node) => (node === target ? edit(node) : undefined),
  }) as DocumentNode;
}

/** Gives what has a type another one. */
export function withOtherType(choices: Choices): Edit {
  return (node) =>
    'type' in node ? { ...node, type: otherType(node.type as TypeNode, choices) } : undefined;
}

/** Another nullability, another name, a list more or less. */
function otherType(type: TypeNode, choices: Choices): TypeNode {
  const kind = choices.below(6);
  if (type.kind === Kind.NON_NULL_TYPE) {
    const inner = kind < 4 ? type.type : otherType(type.type, choices);
    return kind < 4 || inner.kind === Kind.NON_NULL_TYPE ? inner : { ...type, type: inner };
  }
  if (kind < 2) return { kind: Kind.NON_NULL_TYPE, type };
  if (type.kind === Kind.LIST_TYPE) {
    return kind === 2 ? type.type : { ...type, type: otherType(type.type, choices) };
  }
  if (kind === 2) return { kind: Kind.LIST_TYPE, type };
  return { ...type, name: { kind: Kind.NAME, value: choices.oneOf(leafTypes) } };
}
