import {
  getOperationAST,
  isCompositeType,
  Kind,
  print,
  stripIgnoredCharacters,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { compareText, sha256Hex } from '../../core/text.ts';
import { getOrCreate, groupBy, memoizeWeakly } from '../../core/memo.ts';
import { createFragmentScopes, fragmentOf, type Fragments } from '../../core/walk-selections.ts';
import { alwaysApplies, typeOfField } from './selection-types.ts';

/** Returns a hash of what the operation of a document selects and passes. */
export type OperationHasher = (document: DocumentNode, schema: GraphQLSchema) => string;

/**
 * Creates the hasher of operations. The hash does not depend on the operation's name and layout, on the
 * order of fields, arguments and variables, and on whether fields are in fragments.
 *
 * Operations of one API share most of their fragments: what those select is written once.
 */
export function createOperationHasher(): OperationHasher {
  const fragmentsOf = createFragmentScopes();
  const writtenOf = memoizeWeakly<Fragments, Written>(() => new WeakMap());
  return (document, schema) => {
    const operation = getOperationAST(document);
    if (!operation) throw new Error('a tool has an operation');
    const fragments = fragmentsOf(document);
    const context = { schema, fragments, written: writtenOf(fragments) };
    const root = schema.getRootType(operation.operation) ?? undefined;
    const body = writeSelections(context, operation.selectionSet.selections, root);
    const variables = sortedTexts(operation.variableDefinitions);
    const directives = (operation.directives ?? []).map(textOf);
    return sha256Hex([operation.operation, ...variables, ...directives, body].join('\n'));
  };
}

/** What selection sets select, by the type that they select of. */
type Written = WeakMap<SelectionSetNode, Map<GraphQLCompositeType | undefined, string>>;

interface Document {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly written: Written;
}

/** Writes selections in the order of their text; merged fields are written once. */
function writeSelections(
  document: Document,
  selections: readonly SelectionNode[],
  parent: GraphQLCompositeType | undefined,
): string {
  const flat = flatten(document, selections, parent);
  const fields = flat.flatMap((node) => (node.kind === Kind.FIELD ? node : []));
  const written = [...groupBy(fields, writeCall)].map(
    ([call, nodes]) => `${call}${writeBelow(document, nodes, parent)}`,
  );
  const others = flat.flatMap((node) =>
    node.kind === Kind.INLINE_FRAGMENT ? writeFragment(document, node, parent) : [],
  );
  return `{${[...new Set([...written, ...others])].sort(compareText).join(' ')}}`;
}

/** The selections of a field, from all places of the operation. */
function writeBelow(
  document: Document,
  nodes: readonly [FieldNode, ...FieldNode[]],
  parent: GraphQLCompositeType | undefined,
): string {
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const [only] = sets;
  if (!only) return '';
  const type = typeOfField(nodes[0], parent);
  if (sets.length > 1) {
    return writeSelections(
      document,
      sets.flatMap(({ selections }) => selections),
      type,
    );
  }
  const byType = getOrCreate(document.written, only, () => new Map<typeof type, string>());
  return getOrCreate(byType, type, () => writeSelections(document, only.selections, type));
}

/** Replaces fragments that always apply by their selections, and other spreads by inline fragments. */
function flatten(
  document: Document,
  selections: readonly SelectionNode[],
  parent: GraphQLCompositeType | undefined,
): readonly SelectionNode[] {
  return selections.flatMap((selection): readonly SelectionNode[] => {
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment = fragmentOf(selection, document.fragments);
    if (!fragment) return [selection];
    const { typeCondition, selectionSet } = fragment;
    const { directives = [] } = selection;
    const always = alwaysApplies(typeCondition?.name.value, parent, document.schema);
    if (always && directives.length === 0) {
      return flatten(document, selectionSet.selections, parent);
    }
    const condition = typeCondition && { typeCondition };
    return [{ kind: Kind.INLINE_FRAGMENT, directives, selectionSet, ...condition }];
  });
}

function writeFragment(
  document: Document,
  { typeCondition, directives = [], selectionSet }: InlineFragmentNode,
  parent: GraphQLCompositeType | undefined,
): string {
  const type = typeCondition ? document.schema.getType(typeCondition.name.value) : parent;
  const on = typeCondition ? ` on ${typeCondition.name.value}` : '';
  const within = isCompositeType(type) ? type : undefined;
  const body = writeSelections(document, selectionSet.selections, within);
  return `...${on}${directives.map(textOf).join('')}${body}`;
}

/** A field without its selections. */
function writeCall({ alias, name, arguments: args = [], directives = [] }: FieldNode): string {
  const key = alias && alias.value !== name.value ? `${alias.value}:` : '';
  return `${key}${name.value}(${sortedTexts(args).join(',')})${directives.map(textOf).join('')}`;
}

function sortedTexts(nodes: readonly ASTNode[] = []): readonly string[] {
  return nodes.map(textOf).sort(compareText);
}

/** Most arguments are variables, which are written without the slow printer of GraphQL. */
function textOf(node: ASTNode): string {
  if (node.kind === Kind.ARGUMENT && node.value.kind === Kind.VARIABLE) {
    return `${node.name.value}:$${node.value.name.value}`;
  }
  return stripIgnoredCharacters(print(node));
}
