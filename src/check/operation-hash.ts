import {
  getNamedType,
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
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { compareText } from '../core/compare-text.ts';
import { sha256Hex } from '../core/hash.ts';
import { ownMember } from '../core/json.ts';

/**
 * A hash of what an operation asks for: the same whatever its name and layout, the order of fields,
 * arguments and variables, and whether fields stand in fragments or in their place.
 */
export function operationHash(
  { definitions }: DocumentNode,
  schema: GraphQLSchema | undefined,
): string {
  const operation = definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error('a tool has an operation');
  const named = definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
  );
  const fragments = new Map(named.map((node) => [node.name.value, node]));
  const root = schema?.getRootType(operation.operation) ?? undefined;
  const body = writeSelections({ schema, fragments }, operation.selectionSet.selections, root);
  const variables = sortedTexts(operation.variableDefinitions);
  const directives = (operation.directives ?? []).map(textOf);
  return sha256Hex([operation.operation, ...variables, ...directives, body].join('\n'));
}

interface Document {
  readonly schema: GraphQLSchema | undefined;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
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
      fields.set(call, [...(fields.get(call) ?? []), selection]);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      others.push(writeFragment(document, selection, parent));
    }
  }
  const written = [...fields].map(([call, nodes]) => {
    const below = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
    const type = parent && typeOfField(nodes[0], parent);
    return below.length === 0 ? call : `${call}${writeSelections(document, below, type)}`;
  });
  return `{${[...new Set([...written, ...others])].sort(compareText).join(' ')}}`;
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
function writeCall({ alias, name, arguments: args, directives = [] }: FieldNode): string {
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

function textOf(node: ASTNode): string {
  return stripIgnoredCharacters(print(node));
}
