import { GraphQLError, Kind, parse, print, visit, type ASTNode, type DocumentNode } from 'graphql';
import type { Choices } from '../../support/choices.ts';
import { editNode, withOtherType, type Edit } from './edit-node.ts';

/** Changes one thing of an operation; undefined where that leaves no GraphQL. */
export function editOperation(document: DocumentNode, choices: Choices): DocumentNode | undefined {
  const edits: readonly (readonly [Edit, Kind])[] = [
    [() => null, Kind.FIELD],
    [toggleAlias, Kind.FIELD],
    [(node) => toggleSkip(node, choices), Kind.FIELD],
    [() => null, Kind.INLINE_FRAGMENT],
    [withOtherType(choices), Kind.VARIABLE_DEFINITION],
    [() => null, Kind.VARIABLE_DEFINITION],
    [() => null, Kind.ARGUMENT],
    [addTypename, Kind.SELECTION_SET],
    [rename, Kind.OPERATION_DEFINITION],
  ];
  const at = choices.below(edits.length + 1);
  const [edit, kind] = edits[at] ?? [undefined, Kind.FIELD];
  const edited =
    edit === undefined ? addVariable(document, choices) : editNode(document, choices, [kind], edit);
  return parsed(print(edited));
}

/** A selection set may have become empty, which no document is. */
function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

function toggleAlias(node: ASTNode): unknown {
  if (node.kind !== Kind.FIELD) return undefined;
  const { alias, ...rest } = node;
  return alias ? rest : { ...rest, alias: { kind: Kind.NAME, value: `other_${node.name.value}` } };
}

function toggleSkip(node: ASTNode, choices: Choices): unknown {
  if (node.kind !== Kind.FIELD) return undefined;
  if ((node.directives ?? []).length > 0) return { ...node, directives: [] };
  const value = choices.oneOf(['true', 'false']);
  const [definition] = parse(`{ a @include(if: ${value}) }`).definitions;
  const selection =
    definition?.kind === Kind.OPERATION_DEFINITION && definition.selectionSet.selections[0];
  return selection ? { ...node, directives: selection.directives } : undefined;
}

function addTypename(node: ASTNode): unknown {
  if (node.kind !== Kind.SELECTION_SET) return undefined;
  const added = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };
  return { ...node, selections: [...node.selections, added] };
}

function rename(node: ASTNode): unknown {
  return { ...node, name: { kind: Kind.NAME, value: 'Renamed' } };
}

/** A variable that decides about a field. */
function addVariable(document: DocumentNode, choices: Choices): DocumentNode {
  const type = choices.oneOf(['Boolean!', 'Boolean! = true']);
  const text = `query ($added: ${type}) { a @include(if: $added) }`;
  const [definition] = parse(text).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return document;
  const directives = definition.selectionSet.selections[0]?.directives ?? [];
  const decided = editNode(document, choices, [Kind.FIELD], (node) => ({
    ...node,
    directives,
  }));
  return visit(decided, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [
        ...(node.variableDefinitions ?? []),
        ...(definition.variableDefinitions ?? []),
      ],
    }),
  });
}
