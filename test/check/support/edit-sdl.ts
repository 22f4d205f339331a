import { Kind, parse, type ASTNode, type DocumentNode } from 'graphql';
import type { Choices } from '../../support/choices.ts';
import { editNode, withOtherType, type Edit } from './edit-node.ts';

/** Changes one thing of an SDL; what comes of it need not be valid. */
export function editSdl(sdl: DocumentNode, choices: Choices): DocumentNode {
  const otherType = withOtherType(choices);
  const edits: readonly (readonly [Edit, ...Kind[]])[] = [
    [otherType, Kind.FIELD_DEFINITION, Kind.INPUT_VALUE_DEFINITION],
    [otherType, Kind.FIELD_DEFINITION],
    [otherType, Kind.INPUT_VALUE_DEFINITION],
    [leaveOut, Kind.ENUM_VALUE_DEFINITION],
    [leaveOut, Kind.FIELD_DEFINITION],
    [leaveOut, Kind.INPUT_VALUE_DEFINITION],
    [toggleDefault, Kind.INPUT_VALUE_DEFINITION],
    [toggleOneOf, Kind.INPUT_OBJECT_TYPE_DEFINITION],
    [(node) => addInput(node, choices), Kind.INPUT_OBJECT_TYPE_DEFINITION],
    [addValue, Kind.ENUM_TYPE_DEFINITION],
    [dropMember, Kind.UNION_TYPE_DEFINITION],
    [dropInterface, Kind.OBJECT_TYPE_DEFINITION],
  ];
  const [edit, ...kinds] = choices.oneOf(edits);
  return editNode(sdl, choices, kinds, edit);
}

function leaveOut(): null {
  return null;
}

function toggleDefault(node: ASTNode): unknown {
  if (node.kind !== Kind.INPUT_VALUE_DEFINITION) return undefined;
  const { defaultValue, ...rest } = node;
  return defaultValue ? rest : { ...rest, defaultValue: { kind: Kind.INT, value: '7' } };
}

function toggleOneOf(node: ASTNode): unknown {
  if (node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return undefined;
  const isOneOf = (node.directives ?? []).length > 0;
  const oneOf = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'oneOf' } };
  return { ...node, directives: isOneOf ? [] : [oneOf] };
}

function addInput(node: ASTNode, choices: Choices): unknown {
  if (node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return undefined;
  const text = `input X { added: ${choices.oneOf(['Int', 'Int!', 'Int! = 1', 'Range', 'Range!'])} }`;
  const [added] = parse(text).definitions;
  const fields = added?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? added.fields : [];
  return { ...node, fields: [...(node.fields ?? []), ...(fields ?? [])] };
}

function addValue(node: ASTNode): unknown {
  if (node.kind !== Kind.ENUM_TYPE_DEFINITION) return undefined;
  const added = { kind: Kind.ENUM_VALUE_DEFINITION, name: { kind: Kind.NAME, value: 'ADDED' } };
  return { ...node, values: [...(node.values ?? []), added] };
}

function dropMember(node: ASTNode): unknown {
  return node.kind === Kind.UNION_TYPE_DEFINITION
    ? { ...node, types: (node.types ?? []).slice(1) }
    : undefined;
}

function dropInterface(node: ASTNode): unknown {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION
    ? { ...node, interfaces: (node.interfaces ?? []).slice(1) }
    : undefined;
}
