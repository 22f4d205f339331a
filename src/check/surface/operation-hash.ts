import {
  getNamedType,
  getOperationAST,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  print,
  stripIgnoredCharacters,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { compareText } from '../../core/text.ts';
import { sha256Hex } from '../../core/hash.ts';
import { ownMember } from '../../core/json.ts';

/** A hash of what the operation of a document asks for. */
export type OperationHasher = (document: DocumentNode, schema: GraphQLSchema | undefined) => string;

/**
 * Makes hashes of what operations ask for: the same whatever its name and layout, the order of fields,
 * arguments and variables, and whether fields stand in fragments or in their place.
 *
 * Operations of one API share most of their fragments: what those select is written once.
 */
export function createOperationHasher(): OperationHasher {
  const shared = new Map<string, FragmentDefinitionNode>();
  const written: Written = new WeakMap();
  return (document, schema) => {
    const operation = getOperationAST(document);
    if (!operation) throw new Error('a tool has an operation');
    const named = document.definitions.filter(
      (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
    );
    for (const node of named) if (!shared.has(node.name.value)) shared.set(node.name.value, node);
    // a fragment may be another one by the same name, and with it all that spreads it
    const isShared = named.every((node) => shared.get(node.name.value) === node);
    const fragments = new Map(named.map((node) => [node.name.value, node]));
    const context = { schema, fragments, written: isShared ? written : new WeakMap() };
    const root = schema?.getRootType(operation.operation) ?? undefined;
    const body = writeSelections(context, operation.selectionSet.selections, root);
    const variables = sortedTexts(operation.variableDefinitions);
    const directives = (operation.directives ?? []).map(textOf);
    return sha256Hex([operation.operation, ...variables, ...directives, body].join('\n'));
  };
}

/** What sets select, by the type that they select of. */
type Written = WeakMap<SelectionSetNode, Map<GraphQLCompositeType | undefined, string>>;

interface Document {
  readonly schema: GraphQLSchema | undefined;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly written: Written;
}

/** Selections in order of their text; fields that are merged are written once. */
function writeSelections(
  document: Document,
  selections: readonly SelectionNode[],
  parent: GraphQLCompositeType | undefined,
): string {
  const fields = new Map<string, FieldNode[]>();
  const others: string[] = [];
  for (const selection of flatten(document, selections, parent)) {
    if (selection.kind === Kind.FIELD) {
      const call = writeCall(selection);
      const same = fields.get(call);
      if (same) same.push(selection);
      else fields.set(call, [selection]);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      others.push(writeFragment(document, selection, parent));
    }
  }
  const written = [...fields].map(
    ([call, nodes]) => `${call}${writeBelow(document, nodes, parent)}`,
  );
  return `{${[...new Set([...written, ...others])].sort(compareText).join(' ')}}`;
}

/** What is selected of a field, wherever it stands in the operation. */
function writeBelow(
  document: Document,
  nodes: readonly FieldNode[],
  parent: GraphQLCompositeType | undefined,
): string {
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const [only] = sets;
  if (!only) return '';
  const type = parent && typeOfField(nodes[0], parent);
  if (sets.length > 1) {
    return writeSelections(
      document,
      sets.flatMap(({ selections }) => selections),
      type,
    );
  }
  const byType = document.written.get(only) ?? new Map<typeof type, string>();
  document.written.set(only, byType);
  const text = byType.get(type) ?? writeSelections(document, only.selections, type);
  byType.set(type, text);
  return text;
}

/** Puts in their place what fragments select that always apply; others become inline fragments. */
function flatten(
  document: Document,
  selections: readonly SelectionNode[],
  parent: GraphQLCompositeType | undefined,
): readonly SelectionNode[] {
  return selections.flatMap((selection): readonly SelectionNode[] => {
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : document.fragments.get(selection.name.value);
    if (!fragment) return [selection];
    const { typeCondition, selectionSet } = fragment;
    const condition = typeCondition?.name.value;
    const isConditional = (selection.directives ?? []).length > 0;
    if (!isConditional && applies(document, condition, parent)) {
      return flatten(document, selectionSet.selections, parent);
    }
    const { directives = [] } = selection;
    return [
      {
        kind: Kind.INLINE_FRAGMENT,
        directives,
        selectionSet,
        ...(typeCondition && { typeCondition }),
      },
    ];
  });
}

function applies(
  { schema }: Document,
  condition: string | undefined,
  parent: GraphQLCompositeType | undefined,
): boolean {
  if (condition === undefined || condition === parent?.name) return true;
  const type = schema?.getType(condition);
  if (!parent || !isObjectType(parent) || !isCompositeType(type) || isObjectType(type))
    return false;
  return schema?.isSubType(type, parent) ?? false;
}

function writeFragment(
  document: Document,
  {
    typeCondition,
    directives = [],
    selectionSet,
  }: Extract<SelectionNode, { kind: Kind.INLINE_FRAGMENT }>,
  parent: GraphQLCompositeType | undefined,
): string {
  const type = typeCondition ? document.schema?.getType(typeCondition.name.value) : parent;
  const on = typeCondition ? ` on ${typeCondition.name.value}` : '';
  const within = isCompositeType(type) ? type : undefined;
  const body = writeSelections(document, selectionSet.selections, within);
  return `...${on}${directives.map(textOf).join('')}${body}`;
}

/** A field without what is selected of it. */
function writeCall({ alias, name, arguments: args = [], directives = [] }: FieldNode): string {
  const key = alias && alias.value !== name.value ? `${alias.value}:` : '';
  return `${key}${name.value}(${sortedTexts(args).join(',')})${directives.map(textOf).join('')}`;
}

function typeOfField(
  field: FieldNode | undefined,
  parent: GraphQLCompositeType,
): GraphQLCompositeType | undefined {
  if (!field || !(isObjectType(parent) || isInterfaceType(parent))) return undefined;
  const found = ownMember(parent.getFields(), field.name.value) as
    GraphQLField<unknown, unknown> | undefined;
  const type = found && getNamedType(found.type);
  return isCompositeType(type) ? type : undefined;
}

function sortedTexts(nodes: readonly ASTNode[] = []): readonly string[] {
  return nodes.map(textOf).sort(compareText);
}

/** What most arguments are is written without the printer of GraphQL, which takes its time. */
function textOf(node: ASTNode): string {
  if (node.kind === Kind.ARGUMENT && node.value.kind === Kind.VARIABLE) {
    return `${node.name.value}:$${node.value.name.value}`;
  }
  return stripIgnoredCharacters(print(node));
}
